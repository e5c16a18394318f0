/** `search WORDS…`: what the registry has. */
import { colour, runCommand } from "./client/command.ts";
import { CommandFailure, EXIT } from "./client/registry.ts";

const help = `usage: vskill-platform search WORDS… [--limit N]

  vskill-platform search pdf forms
  vskill-platform search pdf --limit 5 --json`;

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
      if (q.length < 2) throw new CommandFailure(EXIT.usage, "Search for at least two characters.");
      const limit = values.limit ?? "20";
      const found = await registry.json<Found>(
        `/api/v1/skills/search?q=${encodeURIComponent(q)}&limit=${limit}`,
      );
      result(found);
      for (const { name, currentVersion, trustTier, vskillInstalls, description } of found.results) {
        say(`${colour("green", `${name}@${currentVersion}`)}  ${trustTier}  ${vskillInstalls} installs`);
        say(colour("dim", `  ${printable(description)}`));
      }
      say(found.total === 0 ? "Nothing was found." : `${found.total} found`);
      return found.total === 0 ? EXIT.no : EXIT.ok;
    },
  });
}

/** Authors write descriptions: none of them may steer the terminal. */
function printable(words: string): string {
  return words.replace(/\p{C}/gu, " ").slice(0, 200);
}
