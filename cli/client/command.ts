/** What the registry's commands share: options, `--json`, colours only on a terminal, exit codes. */
import { parseArgs } from "node:util";
import { CommandFailure, EXIT, Registry } from "./registry.ts";

interface CommandInput {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly registry: Registry;
  /** Prints lines for a person, or nothing with `--json`. */
  readonly say: (line: string) => void;
  /** Prints the result for a machine, with `--json` only. */
  readonly result: (value: unknown) => void;
}

interface CommandDefinition {
  readonly help: string;
  /** Options beside the common ones. */
  readonly options?: Readonly<Record<string, { type: "string" | "boolean" }>>;
  readonly run: (input: CommandInput) => Promise<number>;
}

const COMMON = `
common options
  --registry URL   the registry             (default $VSKILL_REGISTRY or http://127.0.0.1:8787)
  --token TOKEN    your token               (default $VSKILL_TOKEN)
  --json           print JSON and nothing else
  --help           this text

exit codes
  0 yes, done   1 no (not published, not verified, not found)   3 a person has to decide
  64 wrong usage   65 the registry refused   69 the registry does not answer`;

export async function runCommand(
  argv: string[],
  { help, options = {}, run }: CommandDefinition,
): Promise<number> {
  try {
    const { values, positionals } = parse(argv, options);
    if (values.help === true) {
      console.log(`${help}\n${COMMON}`);
      return EXIT.ok;
    }
    const asJson = values.json === true;
    const registry = new Registry({ registry: text(values.registry), token: text(values.token) });
    const say = (line: string) => (asJson ? undefined : console.log(line));
    const result = (value: unknown) => (asJson ? console.log(JSON.stringify(value, null, 2)) : undefined);
    return await run({ positionals, values, registry, say, result });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const usage = error.exitCode === EXIT.usage ? `\n\n${help}` : "";
    console.error(
      argv.includes("--json") ? JSON.stringify({ error: error.message }) : `${error.message}${usage}`,
    );
    return error.exitCode;
  }
}

function parse(argv: string[], options: NonNullable<CommandDefinition["options"]>) {
  const common = {
    registry: { type: "string" as const },
    token: { type: "string" as const },
    json: { type: "boolean" as const },
    help: { type: "boolean" as const, short: "h" },
  };
  try {
    const parsed = parseArgs({ args: argv, allowPositionals: true, options: { ...options, ...common } });
    return { positionals: parsed.positionals, values: parsed.values as CommandInput["values"] };
  } catch (error) {
    throw new CommandFailure(EXIT.usage, (error as Error).message);
  }
}

export const text = (value: string | boolean | undefined) => (typeof value === "string" ? value : undefined);

/** The one thing that the command is about. */
export function requireOne(positionals: readonly string[], what: string): string {
  const [only, ...others] = positionals;
  if (only === undefined || others.length > 0)
    throw new CommandFailure(EXIT.usage, `Name exactly one ${what}.`);
  return only;
}

const codes = { green: 32, red: 31, yellow: 33, dim: 2 } as const;

/** Colours for people: none in a file, a pipe, or where NO_COLOR asks for none. */
export function colour(name: keyof typeof codes, words: string): string {
  const plain = process.stdout.isTTY !== true || process.env.NO_COLOR !== undefined;
  return plain ? words : `\u001b[${codes[name]}m${words}\u001b[0m`;
}
