/** The runtime's binary and its process: finds it, explains what to do if it is missing, and ends one that a crash left running. */

import { execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { DataFolder } from "./data-folder.ts";
import { EXIT, StartFailure } from "./failure.ts";
import { projectRoot } from "./project.ts";

/** The path of workerd; throws a StartFailure if there is none for this platform. */
export function requireWorkerd(): string {
  const given = process.env.VSKILL_WORKERD_PATH || undefined;
  try {
    const binary = given ?? (createRequire(import.meta.url)("workerd") as { default: string }).default;
    accessSync(binary, constants.X_OK);
    return binary;
  } catch (error) {
    const message =
      `workerd, the runtime of Cloudflare Workers, is missing for this platform (${process.platform} ${process.arch}). ` +
      "It exists for Linux (glibc), macOS and Windows on x64, and for Linux and macOS on arm64. `npm ci` installs it: " +
      "run that again on this machine, without --omit=optional.";
    throw new StartFailure(EXIT.noRuntime, message, { cause: error });
  }
}

export function workerdVersion(): string {
  return (createRequire(import.meta.url)("workerd") as { version: string }).version;
}

/**
 * Makes Miniflare start workerd through cli/workerd.sh, which ends workerd when this process is gone. Returns the
 * environment for the script. Without a shell (Windows) workerd is started directly.
 */
export function tieRuntimeToServer(binary: string, folder: DataFolder): Record<string, string> {
  const launcher = path.join(projectRoot, "cli", "workerd.sh");
  try {
    if (process.platform === "win32") throw new Error("no shell scripts here");
    accessSync(launcher, constants.X_OK);
  } catch {
    process.env.MINIFLARE_WORKERD_PATH = binary;
    return {};
  }
  process.env.MINIFLARE_WORKERD_PATH = launcher;
  return { VSKILL_WORKERD_PATH: binary, VSKILL_WORKERD_PID_FILE: folder.runtimePidFile };
}

/** The process id of this folder's workerd, if it is alive. */
function getRuntimePid(folder: DataFolder): number | null {
  try {
    const pid = Number(readFileSync(folder.runtimePidFile, "utf8"));
    return Number.isInteger(pid) && pid > 1 && commandOf(pid).includes("workerd") ? pid : null;
  } catch {
    return null;
  }
}

/** Ends the runtime that a killed server left running on this folder. Call it only under the lock. */
export function endLeftoverRuntime(folder: DataFolder): void {
  const pid = getRuntimePid(folder);
  if (pid !== null) killNow(pid);
  rmSync(folder.runtimePidFile, { force: true });
}

function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

function commandOf(pid: number): string {
  if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  return execFileSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" });
}
