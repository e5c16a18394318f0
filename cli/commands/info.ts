/** `info SKILL`: one skill, its versions and verdicts. */
import { requireOne, runCommand } from "../client/command.ts";
import { EXIT } from "../exit-codes.ts";
import { paint } from "../output.ts";

const help = `usage: vskill-platform info SKILL

  vskill-platform info acme/tools/pdf
  vskill-platform info pdf --json`;

interface Answer {
  skill: Record<string, unknown> & { name: string; currentVersion: string | null; description: string };
}
interface Versions {
  versions: {
    version: string;
    certTier: string;
    certScore: number;
    createdAt: string;
    yanked: string | null;
  }[];
}

export function main(argv: string[]): Promise<number> {
  return runCommand(argv, {
    help,
    run: async ({ positionals, registry, say, result }) => {
      const name = requireOne(positionals, "skill");
      const path = `/api/v1/skills/${name.split("/").map(encodeURIComponent).join("/")}`;
      const [{ skill }, { versions }] = await Promise.all([
        registry.json<Answer>(path),
        registry.json<Versions>(`${path}/versions`),
      ]);
      const { content: _, ...about } = skill;
      result({ ...about, versions });
      say(paint("green", `${skill.name}@${skill.currentVersion ?? "no version"}`));
      say(skill.description);
      const shown = ["repoUrl", "license", "trustTier", "vskillInstalls", "sha", "command"];
      for (const key of shown) say(`  ${key.padEnd(15)} ${String(skill[key] ?? "–")}`);
      for (const { version, certTier, certScore, createdAt, yanked } of versions)
        say(
          `  ${version.padEnd(15)} ${certTier} ${certScore}  ${createdAt}${yanked === null ? "" : "  yanked"}`,
        );
      return EXIT.ok;
    },
  });
}
