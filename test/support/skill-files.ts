/** Small skills for tests. */
import type { ProblemCode } from "../../src/domain/problem.ts";
import { Refusal } from "../../src/domain/problem.ts";
import type { SkillFile } from "../../src/domain/skill-file.ts";

const utf8 = new TextEncoder();

export function skillMd(name: string, description = "Does one thing."): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nDo the thing.\n`;
}

export function file(path: string, text: string | Uint8Array = "x", executable = false): SkillFile {
  return { path, bytes: typeof text === "string" ? utf8.encode(text) : text, executable };
}

export function skill(name: string, ...more: SkillFile[]): SkillFile[] {
  return [file("SKILL.md", skillMd(name)), ...more];
}

/** Returns the code of the refusal that `run` throws, or "none" if it succeeds. Other errors are rethrown. */
export async function refusalOf(run: () => Promise<unknown> | unknown): Promise<ProblemCode | "none"> {
  try {
    await run();
    return "none";
  } catch (error) {
    if (error instanceof Refusal) return error.problem.code;
    throw error;
  }
}
