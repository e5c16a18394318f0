/** `submit FOLDER|URL [--watch]`: submits a skill and follows its progress. */
import { existsSync } from "node:fs";
import { makeZip } from "../../src/lib/archives/install-archives.ts";
import { Registry } from "../client/registry.ts";
import { registryOptions } from "../client/registry-options.ts";
import { watchSubmission } from "../client/watch.ts";
import { requireOne, runCommand } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageFailure } from "../failure.ts";
import { paint, type Span } from "../output.ts";
import { findSkills } from "./scan/find-skills.ts";

const options = {
  watch: { help: "wait until it is published or rejected" },
  owner: { value: "NAME", help: "publish under this name (admins only; default: your token's owner)" },
  path: { value: "FOLDER", help: "only this folder of the repository" },
  ...registryOptions,
} as const;

interface Submitted {
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
    usage: ["vskill-platform submit FOLDER|URL [--watch] [--owner NAME] [--path FOLDER]"],
    description: "Submits a skill to a registry. A folder is uploaded and needs a token; a URL does not.",
    options,
    examples: [
      "vskill-platform submit ./my-skill --watch",
      "vskill-platform submit https://github.com/acme/tools --path skills/pdf --watch",
    ],
    family: "registry",
    takesArguments: true,
    run: async ({ positionals, values, print, result }) => {
      const source = requireOne(positionals, "folder or URL");
      const registry = new Registry(values);
      const submitted = existsSync(source)
        ? await upload(registry, source, values.owner)
        : await registry.post<Submitted>("/api/v1/submissions", { repoUrl: source, skillPath: values.path });
      if (submitted.blocked || submitted.alreadyVerified || submitted.id === undefined || !values.watch) {
        result(submitted);
        print(describe(submitted));
        return submitted.blocked ? EXIT.no : EXIT.ok;
      }
      print(`Submission ${submitted.id}`);
      const end = await watchSubmission(registry, submitted.id, ({ state, message }) =>
        print("  ", paint("dim", state.padEnd(16)), ` ${message}`),
      );
      result(end.submission);
      print(paint(end.exitCode === EXIT.ok ? "green" : "red", end.sentence));
      return end.exitCode;
    },
  });
}

async function upload(registry: Registry, folder: string, owner: string | undefined): Promise<Submitted> {
  const [skill, ...others] = readable(() => findSkills(folder));
  if (skill === undefined || others.length > 0)
    throw new UsageFailure([
      `${folder} must contain exactly one skill; ${others.length + (skill ? 1 : 0)} found.`,
    ]);
  const query = owner === undefined ? "" : `?owner=${encodeURIComponent(owner)}`;
  return registry.json<Submitted>(`/api/v1/submissions/upload${query}`, {
    method: "POST",
    body: makeZip(readable(skill.read)) as BodyInit,
    headers: { "content-type": "application/zip" },
  });
}

/** A folder that cannot be read, or is not a skill, is a mistake in the arguments. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageFailure([(error as Error).message]);
  }
}

function describe({ blocked, alreadyVerified, duplicate, id, state, skillName }: Submitted): Span {
  if (blocked) return paint("red", "This is on the blocklist.");
  if (alreadyVerified) return paint("green", `Already published as ${skillName}.`);
  return `Submission ${id} (${duplicate ? "already in progress: " : ""}${state})`;
}
