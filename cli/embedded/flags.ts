/** Reads the command line of `serve`: every problem is collected, none is thrown. */
import { parseArgs } from "node:util";

export interface Flags {
  readonly port?: string;
  readonly host?: string;
  readonly data?: string;
  readonly examples: boolean;
  readonly json: boolean;
  readonly help: boolean;
}

const withValue = ["port", "host", "data"] as const;
const withoutValue = ["no-examples", "json", "help"] as const;

export function parseFlags(argv: readonly string[]): { flags: Flags; problems: string[] } {
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: {
      ...Object.fromEntries(withValue.map((name) => [name, { type: "string" as const }])),
      ...Object.fromEntries(withoutValue.map((name) => [name, { type: "boolean" as const }])),
      help: { type: "boolean", short: "h" },
    },
  });
  const problems: string[] = [];
  const values = new Map<string, string>();
  const switches = new Set<string>();
  for (const token of tokens) {
    if (token.kind === "positional") problems.push(`"${token.value}" is not an option; see --help.`);
    if (token.kind !== "option") continue;
    const { name, value } = token;
    if ((withoutValue as readonly string[]).includes(name)) {
      if (value === undefined) switches.add(name);
      else problems.push(`--${name} takes no value; leave out "=${value}".`);
    } else if ((withValue as readonly string[]).includes(name)) {
      if (value === undefined || value === "")
        problems.push(`--${name} needs a value, such as ${example[name]}.`);
      else values.set(name, value);
    } else {
      problems.push(`${token.rawName} is not a known option; see --help.`);
    }
  }
  const flags = {
    ...Object.fromEntries(values),
    examples: !switches.has("no-examples"),
    json: switches.has("json"),
    help: switches.has("help"),
  };
  return { flags, problems };
}

const example: Record<string, string> = {
  port: "--port 8787",
  host: "--host 127.0.0.1",
  data: "--data .vskill",
};
