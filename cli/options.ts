/** Command-line options. Each is described once; parsing, checks and help text follow from the description. */
import { parseArgs } from "node:util";

/** `--name VALUE` */
interface ValueOption {
  /** Placeholder of the value in the help text. */
  readonly value: string;
  readonly help: string;
  readonly default?: string;
  readonly isRequired?: true;
  /** Whether a value is valid. Without it, every value is. */
  readonly accepts?: (value: string) => boolean;
  /** Ends the sentence "--name must be …". */
  readonly mustBe?: string;
}

/** `--name` */
interface Switch {
  readonly help: string;
}

export type Options = Readonly<Record<string, ValueOption | Switch>>;

type ValueOf<O> = O extends ValueOption
  ? O extends { readonly default: string } | { readonly isRequired: true }
    ? string
    : string | undefined
  : boolean;

export type Values<O extends Options> = { readonly [Name in keyof O]: ValueOf<O[Name]> };

export interface Parsed<O extends Options> {
  readonly values: Values<O>;
  readonly positionals: readonly string[];
  /** All mistakes, one sentence each. If there is one, `values` may be incomplete. */
  readonly problems: readonly string[];
}

/** A value from a list. */
export function oneOf(choices: readonly string[]): Pick<ValueOption, "value" | "accepts" | "mustBe"> {
  return {
    value: choices.join("|"),
    accepts: (value) => choices.includes(value),
    mustBe: choices.join(" or "),
  };
}

export function parseOptions<O extends Options>(argv: readonly string[], options: O): Parsed<O> {
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, option]) => [
        name,
        { type: isValueOption(option) ? "string" : "boolean", ...(name === "help" ? { short: "h" } : {}) },
      ]),
    ),
  });
  const values: Record<string, string | boolean> = defaultsOf(options);
  const positionals: string[] = [];
  const problems: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const problem = Object.hasOwn(options, name)
      ? problemOf({ name, value, option: options[name] as O[string] })
      : `${rawName} is not a known option.`;
    if (problem === null) values[name] = value ?? true;
    else problems.push(problem);
  }
  for (const [name, option] of Object.entries(options)) {
    const isMissing = "isRequired" in option && values[name] === undefined;
    if (isMissing && !problems.some((problem) => problem.startsWith(`--${name} `)))
      problems.push(`--${name} is missing.`);
  }
  return { values: values as Values<O>, positionals, problems };
}

interface Given {
  readonly name: string;
  readonly value: string | undefined;
  readonly option: ValueOption | Switch;
}

function problemOf({ name, value, option }: Given): string | null {
  if (!isValueOption(option))
    return value === undefined ? null : `--${name} takes no value; remove "=${value}".`;
  if (value === undefined || value === "") return `--${name} needs a value: --${name} ${option.value}.`;
  return option.accepts?.(value) === false ? `--${name} must be ${option.mustBe ?? option.value}.` : null;
}

function defaultsOf(options: Options): Record<string, string | boolean> {
  const values: Record<string, string | boolean> = {};
  for (const [name, option] of Object.entries(options)) {
    if (!isValueOption(option)) values[name] = false;
    else if (option.default !== undefined) values[name] = option.default;
  }
  return values;
}

const isValueOption = (option: ValueOption | Switch): option is ValueOption => "value" in option;

/** A row for each option: how it is written, and what it does. */
export function optionRows(options: Options): [name: string, text: string][] {
  return Object.entries(options).map(([name, option]) => {
    const written = isValueOption(option) ? `--${name} ${option.value}` : `--${name}`;
    const preset =
      isValueOption(option) && option.default !== undefined ? ` (default ${option.default})` : "";
    return [written, `${option.help}${preset}`];
  });
}
