/** What the registry's commands share: options, `--json`, colours only on a terminal, exit codes. */
import { parseArgs } from "node:util";
import { EXIT, exitCodeHelp } from "../exit-codes.ts";
import { jsonText, rendered, reportFailure, type Span, wantsColours, wantsJson } from "../output.ts";
import { CommandFailure, Registry } from "./registry.ts";

interface CommandInput {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly registry: Registry;
  /** Prints a line for a person, or nothing with `--json`. */
  readonly say: (...spans: Span[]) => void;
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
  --json           print JSON and nothing else; a failure is {"error","message"} on stderr
  --help           this text

${exitCodeHelp("registry")}`;

export async function runCommand(
  argv: string[],
  { help, options = {}, run }: CommandDefinition,
): Promise<number> {
  const asJson = wantsJson(argv);
  try {
    const { values, positionals } = parse(argv, options);
    if (values.help === true) {
      console.log(`${help}\n${COMMON}`);
      return EXIT.ok;
    }
    const registry = new Registry({ registry: text(values.registry), token: text(values.token) });
    const colours = wantsColours();
    const say = (...spans: Span[]) => (asJson ? undefined : console.log(rendered(spans, { colours })));
    const result = (value: unknown) => (asJson ? console.log(jsonText(value)) : undefined);
    return await run({ positionals, values, registry, say, result });
  } catch (error) {
    if (!(error instanceof CommandFailure)) {
      reportFailure({ asJson, code: "INTERNAL", message: `This is an error of our own: ${error}` });
      return EXIT.internal;
    }
    const { code, message, exitCode } = error;
    reportFailure({ asJson, code, message, ...(exitCode === EXIT.usage ? { more: `\n${help}` } : {}) });
    return exitCode;
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
    throw wrongUsage((error as Error).message);
  }
}

export const text = (value: string | boolean | undefined) => (typeof value === "string" ? value : undefined);

export const wrongUsage = (message: string) => new CommandFailure(EXIT.usage, "USAGE", message);

/** The one thing that the command is about. */
export function requireOne(positionals: readonly string[], what: string): string {
  const [only, ...others] = positionals;
  if (only === undefined || others.length > 0) throw wrongUsage(`Name exactly one ${what}.`);
  return only;
}
