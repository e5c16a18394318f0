/** Runs one of our commands as an operator would, and waits for its end. */
import { spawn } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..", "..");

export function runVskill(
  ...args: string[]
): Promise<{ code: number | null; output: string; stdout: string }> {
  const { NODE_ENV: _, ...env } = process.env;
  const flags = ["--disable-warning=ExperimentalWarning", "cli/vskill.ts", ...args];
  const child = spawn(process.execPath, flags, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output, stdout })));
}
