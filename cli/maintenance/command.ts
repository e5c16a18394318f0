/** What backup, restore and rebuild have in common as commands: flags in, an exit code and sentences out. */
import { parseArgs } from "node:util";
import { EXIT, StartFailure } from "../serve/failure.ts";

export interface CommandFlags {
  readonly values: Readonly<Record<string, string>>;
  readonly switches: ReadonlySet<string>;
}

export interface CommandShape {
  readonly help: string;
  /** Options with a value. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly switches: readonly string[];
}

/** Runs a command: every mistake in the flags is told at once, expected failures without a stack. */
export async function runCommand(
  argv: readonly string[],
  shape: CommandShape,
  run: (flags: CommandFlags) => Promise<void>,
): Promise<number> {
  const { flags, problems } = readFlags(argv, shape);
  if (flags.switches.has("help")) {
    console.log(shape.help);
    return EXIT.ok;
  }
  if (problems.length > 0) {
    console.error([...problems, "", shape.help].join("\n"));
    return EXIT.usage;
  }
  try {
    await run(flags);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof StartFailure) {
      console.error(error.message);
      return error.exitCode;
    }
    console.error(error);
    return EXIT.internal;
  }
}

function readFlags(
  argv: readonly string[],
  shape: CommandShape,
): { flags: CommandFlags; problems: string[] } {
  const withValue = [...shape.required, ...shape.optional];
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    options: {
      ...Object.fromEntries(withValue.map((name) => [name, { type: "string" as const }])),
      help: { type: "boolean", short: "h" },
    },
  });
  const problems: string[] = [];
  const values: Record<string, string> = {};
  const switches = new Set<string>();
  for (const token of tokens) {
    if (token.kind === "positional") problems.push(`"${token.value}" is not an option.`);
    if (token.kind !== "option") continue;
    if (withValue.includes(token.name)) {
      if (token.value) values[token.name] = token.value;
      else problems.push(`--${token.name} needs a value.`);
    } else if ([...shape.switches, "help"].includes(token.name)) switches.add(token.name);
    else problems.push(`${token.rawName} is not a known option.`);
  }
  for (const name of shape.required)
    if (values[name] === undefined && !problems.some((problem) => problem.startsWith(`--${name} `)))
      problems.push(`--${name} is missing.`);
  return { flags: { values, switches }, problems };
}
