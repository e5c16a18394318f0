/** The common part of all commands: options, `--help`, `--json`, colours only on a terminal, exit codes. */
import { singleLine } from "../src/domain/single-line.ts";
import { columns } from "./columns.ts";
import { EXIT, exitCodeHelp, type Family } from "./exit-codes.ts";
import { CommandFailure, UsageFailure } from "./failure.ts";
import { type Options, optionRows, type Parsed, parseOptions, type Values } from "./options.ts";
import {
  jsonText,
  rendered,
  reportFailure,
  reportInternalError,
  type Span,
  wantsColours,
  wantsJson,
} from "./output.ts";

/** How a command prints: lines for people, or one JSON value with `--json`. */
export interface Printer {
  /** A line for people; nothing with `--json`. */
  readonly print: (...spans: Span[]) => void;
  /** A line on stderr for people; nothing with `--json`. */
  readonly warn: (text: string) => void;
  /** The result for programs; only with `--json`. */
  readonly result: (value: unknown) => void;
}

const commonOptions = {
  json: { help: 'print only JSON; a failure is {"error","message"} on stderr' },
  help: { help: "show this help" },
} as const satisfies Options;

type WithCommon<O extends Options> = O & typeof commonOptions;

export interface Call<O extends Options> extends Printer {
  readonly values: Values<WithCommon<O>>;
  readonly positionals: readonly string[];
}

export interface Command<O extends Options> {
  /** One line for each way to call the command. */
  readonly usage: readonly string[];
  readonly description: string;
  /** An option named `json` replaces the common one. */
  readonly options: O;
  readonly examples: readonly string[];
  /** More text for the help, after the options. */
  readonly notes?: string;
  readonly family: Family;
  /** Whether the command takes arguments that are not options. */
  readonly takesArguments?: true;
  /** Checks that involve several options; returns the mistakes. */
  readonly check?: (values: Values<WithCommon<O>>) => readonly string[];
  /** Heading of the list of mistakes. Without it, the help text follows the mistakes. */
  readonly mistakesHeading?: string;
  readonly run: (call: Call<O>) => Promise<number>;
}

/** Runs a command and resolves with its exit code. All mistakes in the options are reported at once. */
export async function runCommand<O extends Options>(
  argv: readonly string[],
  command: Command<O>,
): Promise<number> {
  const asJson = wantsJson(argv);
  const parsed = parseOptions(argv, { ...commonOptions, ...command.options } as WithCommon<O>);
  const { values, positionals } = parsed;
  if (values.help) {
    console.log(helpOf(command));
    return EXIT.ok;
  }
  const problems = problemsOf(parsed, command);
  try {
    if (problems.length > 0) throw new UsageFailure(problems);
    return await command.run({ values, positionals, ...printer({ asJson }) });
  } catch (error) {
    if (error instanceof UsageFailure) return reportUsage(error, { asJson, command });
    if (error instanceof CommandFailure) return reportCommandFailure(error, { asJson });
    return reportInternalError(error, { asJson });
  }
}

function problemsOf<O extends Options>(
  { values, positionals, problems }: Parsed<WithCommon<O>>,
  { takesArguments, check }: Command<O>,
): string[] {
  const extra = takesArguments ? [] : positionals.map((text) => `"${text}" is not an option.`);
  return [...problems, ...extra, ...(check?.(values) ?? [])];
}

function printer({ asJson }: { readonly asJson: boolean }): Printer {
  const colours = wantsColours();
  return {
    print: (...spans) => (asJson ? undefined : console.log(rendered(spans, { colours }))),
    warn: (text) => (asJson ? undefined : console.error(singleLine(text))),
    result: (value) => (asJson ? console.log(jsonText(value)) : undefined),
  };
}

interface UsageReport<O extends Options> {
  readonly asJson: boolean;
  readonly command: Command<O>;
}

function reportUsage<O extends Options>(
  { problems, message }: UsageFailure,
  { asJson, command }: UsageReport<O>,
): number {
  const { mistakesHeading, family } = command;
  const heading = mistakesHeading ?? "";
  if (asJson) reportFailure({ asJson, code: "USAGE", message: `${heading} ${message}`.trim() });
  else if (heading === "") reportFailure({ asJson, code: "USAGE", message, more: `\n${helpOf(command)}` });
  else {
    const more = problems.map((problem) => `  - ${singleLine(problem)}`).join("\n");
    reportFailure({ asJson, code: "USAGE", message: heading, more });
  }
  return family === "scan" ? EXIT.notScanned : EXIT.usage;
}

/** For people, further lines of the message follow the first as they were written. */
function reportCommandFailure(
  { message, code, exitCode, isOurText }: CommandFailure,
  { asJson }: { readonly asJson: boolean },
): number {
  const [first = "", ...others] = isOurText ? message.split("\n") : [message];
  if (asJson || others.length === 0) reportFailure({ asJson, code, message });
  else reportFailure({ asJson, code, message: first, more: others.map(singleLine).join("\n") });
  return exitCode;
}

function helpOf<O extends Options>({
  usage,
  description,
  options,
  examples,
  notes,
  family,
}: Command<O>): string {
  const [first = "", ...others] = usage;
  return [
    [`usage: ${first}`, ...others.map((line) => `       ${line}`)].join("\n"),
    description,
    `options\n${columns(optionRows({ ...options, ...withoutKeys(commonOptions, options) }))}`,
    ...(notes === undefined ? [] : [notes]),
    `examples\n${examples.map((line) => `  ${line}`).join("\n")}`,
    exitCodeHelp(family),
  ].join("\n\n");
}

function withoutKeys(options: Options, others: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(others, name)));
}

/** The one argument of a command that takes exactly one. */
export function requireOne(positionals: readonly string[], what: string): string {
  const [only, ...others] = positionals;
  if (only === undefined || others.length > 0) throw new UsageFailure([`Give exactly one ${what}.`]);
  return only;
}
