/** `info SKILL`: one skill with its versions and verdicts. */
import { NO_VERSION, type Trust, trustLine, trustMarksOf } from "../../src/domain/trust.ts";
import { Registry } from "../client/registry.ts";
import { registryOptions } from "../client/registry-options.ts";
import { requireOne, runCommand } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { paint } from "../output.ts";

interface SkillResponse {
  skill: Record<string, unknown> &
    Trust & { name: string; currentVersion: string | null; description: string };
}
interface VersionsResponse {
  versions: {
    version: string;
    certTier: string;
    trustTier: string;
    certScore: number;
    createdAt: string;
    yanked: string | null;
  }[];
}

const SHOWN_FIELDS = ["repoUrl", "license", "vskillInstalls", "sha", "command"];

export function main(argv: string[]): Promise<number> {
  return runCommand(argv, {
    usage: ["vskill-platform info SKILL"],
    description: "Shows one skill with its versions and verdicts.",
    options: registryOptions,
    examples: ["vskill-platform info acme/tools/pdf", "vskill-platform info pdf --json"],
    family: "registry",
    takesArguments: true,
    run: async ({ positionals, values, print, result }) => {
      const name = requireOne(positionals, "skill");
      const registry = new Registry(values);
      const path = `/api/v1/skills/${name.split("/").map(encodeURIComponent).join("/")}`;
      const [{ skill }, { versions }] = await Promise.all([
        registry.json<SkillResponse>(path),
        registry.json<VersionsResponse>(`${path}/versions`),
      ]);
      const { content: _, ...about } = skill;
      result({ ...about, versions });
      print(paint("green", `${skill.name}@${skill.currentVersion ?? "no version"}`));
      print(skill.description);
      const trust = skill.currentVersion === null ? NO_VERSION : trustLine(skill);
      print(`  ${"trust".padEnd(15)} ${trust}`);
      for (const key of SHOWN_FIELDS) print(`  ${key.padEnd(15)} ${String(skill[key] ?? "–")}`);
      for (const entry of versions) {
        const { version, certScore, createdAt, yanked } = entry;
        const { label } = trustMarksOf(entry).content;
        print(
          `  ${version.padEnd(15)} ${label}, ${certScore}/100  ${createdAt}${yanked === null ? "" : "  yanked"}`,
        );
      }
      return EXIT.ok;
    },
  });
}
