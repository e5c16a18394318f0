/** What backup, restore and rebuild have in common as commands: flags in, an exit code and sentences out. */
import { parseArgs } from "node:util";
import { singleLine } from "../../src/domain/single-line.ts";
import { EXIT, reportStartFailure, StartFailure } from "../embedded/failure.ts";
import { exitCodeHelp } from "../exit-codes.ts";
import { jsonText, reportFailure, wantsJson } from "../output.ts";

export interface CommandFlags {
  readonly values: Readonly<Record<string, string>>;
  readonly switches: ReadonlySet<string>;
}

/** What came of it, for people and for programs. */
export interface Done {
  readonly sentence: string;
  readonly result: Readonly<Record<string, unknown>>;
  /** What is not as it should be although the command went through. */
  readonly problems?: readonly string[];
}

export interface CommandShape {
  readonly help: string;
  /** Options with a value. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly switches: readonly string[];
}

const COMMON = `  --json       print JSON and nothing else; a failure is {"error","message"} on stderr
  --help       this text

${exitCodeHelp("server")}`;

/** Runs a command: every mistake in the flags is told at once, expected failures without a stack. */
export async function runCommand(
  argv: readonly string[],
  shape: CommandShape,
  run: (flags: CommandFlags) => Promise<Done>,
): Promise<number> {
  const asJson = wantsJson(argv);
  const { flags, problems } = readFlags(argv, shape);
  const help = `${shape.help}\n${COMMON}`;
  if (flags.switches.has("help")) {
    console.log(help);
    return EXIT.ok;
  }
  if (problems.length > 0) {
    reportFailure({ asJson, code: "USAGE", message: problems.join(" "), more: `\n${help}` });
    return EXIT.usage;
  }
  try {
    report(await run(flags), asJson);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof StartFailure) return reportStartFailure(error, asJson);
    reportFailure({ asJson, code: "INTERNAL", message: `This is an error of our own: ${error}` });
    if (!asJson) console.error(error);
    return EXIT.internal;
  }
}

function report({ sentence, result, problems = [] }: Done, asJson: boolean): void {
  if (asJson) {
    console.log(jsonText({ ...result, problems }));
    return;
  }
  for (const problem of problems) console.error(`not whole: ${singleLine(problem)}`);
  console.log(sentence);
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
    } else if ([...shape.switches, "json", "help"].includes(token.name)) switches.add(token.name);
    else problems.push(`${token.rawName} is not a known option.`);
  }
  for (const name of shape.required)
    if (values[name] === undefined && !problems.some((problem) => problem.startsWith(`--${name} `)))
      problems.push(`--${name} is missing.`);
  return { flags: { values, switches }, problems };
}
