/** `submit FOLDER|URL [--watch]`: sends a skill in, and shows what becomes of it. */
import { existsSync } from "node:fs";
import { makeZip } from "../../src/lib/archives/install-forms.ts";
import { requireOne, runCommand, text, wrongUsage } from "../client/command.ts";
import type { Registry } from "../client/registry.ts";
import { watchSubmission } from "../client/watch.ts";
import { EXIT } from "../exit-codes.ts";
import { paint, type Span } from "../output.ts";
import { findSkills } from "./scan/find-skills.ts";

const help = `usage: vskill-platform submit FOLDER|URL [--watch] [--owner NAME] [--path FOLDER]

  vskill-platform submit ./my-skill --watch          a folder with a SKILL.md; needs a token
  vskill-platform submit https://github.com/acme/tools --path skills/pdf --watch

  --watch          stay until it is published or refused
  --owner NAME     publish under this name (admins only; else your token's own)
  --path FOLDER    just this folder of the repository`;

interface Answer {
  id?: string;
  state?: string;
  duplicate?: boolean;
  alreadyVerified?: boolean;
  skillName?: string;
  blocked?: boolean;
  submissionId?: string;
}

export function main(argv: string[]): Promise<number> {
  return runCommand(argv, {
    help,
    options: { watch: { type: "boolean" }, owner: { type: "string" }, path: { type: "string" } },
    run: async ({ positionals, values, registry, say, result }) => {
      const what = requireOne(positionals, "folder or address");
      const answer = existsSync(what)
        ? await upload(registry, what, text(values.owner))
        : await registry.post<Answer>("/api/v1/submissions", { repoUrl: what, ...pathOf(text(values.path)) });
      if (answer.blocked || answer.alreadyVerified || answer.id === undefined || values.watch !== true) {
        result(answer);
        say(sentenceOf(answer));
        return answer.blocked ? EXIT.no : EXIT.ok;
      }
      say(`submitted as ${answer.id}`);
      const end = await watchSubmission(registry, answer.id, ({ state, message }) =>
        say("  ", paint("dim", state.padEnd(16)), ` ${message}`),
      );
      result(end.submission);
      say(paint(end.exitCode === EXIT.ok ? "green" : "red", end.sentence));
      return end.exitCode;
    },
  });
}

const pathOf = (path: string | undefined) => (path === undefined ? {} : { skillPath: path });

async function upload(registry: Registry, folder: string, owner: string | undefined): Promise<Answer> {
  const [skill, ...others] = readable(() => findSkills(folder));
  if (skill === undefined || others.length > 0)
    throw wrongUsage(`${folder} must hold exactly one skill; ${others.length + (skill ? 1 : 0)} found.`);
  const query = owner === undefined ? "" : `?owner=${encodeURIComponent(owner)}`;
  return registry.json<Answer>(`/api/v1/submissions/upload${query}`, {
    method: "POST",
    body: makeZip(readable(skill.read)) as BodyInit,
    headers: { "content-type": "application/zip" },
  });
}

/** What the disk refuses, or what is no skill, is told as it is. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw wrongUsage((error as Error).message);
  }
}

function sentenceOf(answer: Answer): Span {
  if (answer.blocked) return paint("red", "This is on the blocklist.");
  if (answer.alreadyVerified)
    return paint("green", `This content is published already as ${answer.skillName}.`);
  return `${answer.duplicate ? "being processed already" : "submitted"} as ${answer.id} (${answer.state})`;
}
