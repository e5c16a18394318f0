/** `search WORDS…`: searches a registry. */
import { trustLine } from "../../src/domain/trust.ts";
import { Registry } from "../client/registry.ts";
import { registryOptions } from "../client/registry-options.ts";
import { runCommand } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageFailure } from "../failure.ts";
import { paint } from "../output.ts";

/** Enough to choose by; `info` shows the whole description. */
const MAX_DESCRIPTION_LENGTH = 200;

interface SearchResponse {
  results: {
    name: string;
    currentVersion: string;
    certTier: string;
    trustTier: string;
    publisherVerified?: boolean | null;
    vskillInstalls: number;
    description: string;
  }[];
  total: number;
}

const limit = {
  value: "N",
  help: "how many results to show",
  default: "20",
  accepts: (value: string) => /^[0-9]{1,3}$/.test(value),
  mustBe: "a whole number below 1000",
} as const;

export function main(argv: string[]): Promise<number> {
  return runCommand(argv, {
    usage: ["vskill-platform search WORDS… [--limit N]"],
    description: "Searches the published skills of a registry.",
    options: { limit, ...registryOptions },
    examples: ["vskill-platform search pdf forms", "vskill-platform search pdf --limit 5 --json"],
    family: "registry",
    takesArguments: true,
    run: async ({ positionals, values, print, result }) => {
      const q = positionals.join(" ");
      if (q.length < 2) throw new UsageFailure(["Search for at least two characters."]);
      const found = await new Registry(values).json<SearchResponse>(
        `/api/v1/skills/search?q=${encodeURIComponent(q)}&limit=${values.limit}`,
      );
      result(found);
      for (const skill of found.results) {
        const { name, currentVersion, vskillInstalls, description } = skill;
        print(
          paint("green", `${name}@${currentVersion}`),
          `  ${trustLine(skill)}  ${vskillInstalls} installs`,
        );
        print(paint("dim", `  ${description.slice(0, MAX_DESCRIPTION_LENGTH)}`));
      }
      if (found.total === 0) print("No results.");
      else print(found.total === 1 ? "1 result" : `${found.total} results`);
      return found.total === 0 ? EXIT.no : EXIT.ok;
    },
  });
}
