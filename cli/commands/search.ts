/** `search WORDS…`: what the registry has. */
import { runCommand, text, wrongUsage } from "../client/command.ts";
import { EXIT } from "../exit-codes.ts";
import { paint } from "../output.ts";

const help = `usage: vskill-platform search WORDS… [--limit N]

  vskill-platform search pdf forms
  vskill-platform search pdf --limit 5 --json`;

/** Enough to choose by; `info` shows all of it. */
const LONGEST_DESCRIPTION = 200;

interface Found {
  results: {
    name: string;
    currentVersion: string;
    trustTier: string;
    vskillInstalls: number;
    description: string;
  }[];
  total: number;
}

export function main(argv: string[]): Promise<number> {
  return runCommand(argv, {
    help,
    options: { limit: { type: "string" } },
    run: async ({ positionals, values, registry, say, result }) => {
      const q = positionals.join(" ");
      if (q.length < 2) throw wrongUsage("Search for at least two characters.");
      const limit = text(values.limit) ?? "20";
      if (!/^[0-9]{1,3}$/.test(limit)) throw wrongUsage("--limit is a whole number.");
      const found = await registry.json<Found>(
        `/api/v1/skills/search?q=${encodeURIComponent(q)}&limit=${limit}`,
      );
      result(found);
      for (const { name, currentVersion, trustTier, vskillInstalls, description } of found.results) {
        say(paint("green", `${name}@${currentVersion}`), `  ${trustTier}  ${vskillInstalls} installs`);
        say(paint("dim", `  ${description.slice(0, LONGEST_DESCRIPTION)}`));
      }
      say(found.total === 0 ? "Nothing was found." : `${found.total} found`);
      return found.total === 0 ? EXIT.no : EXIT.ok;
    },
  });
}
