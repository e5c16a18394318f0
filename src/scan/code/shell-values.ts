/** What the words of a script say: quotes removed, constants put in for variables, substitutions entered. */

export interface Node {
  readonly type: string;
  readonly pos: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  );
}

export function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The words of the first commands below a node, as they are written. */
export function wordsIn(node: Node, depth = 0): string {
  if (depth > 4) return "";
  if (node.type === "Command")
    return [node.name, ...listOf(node.suffix)]
      .map((word) => (isNode(word) ? String(word.text ?? "") : ""))
      .join(" ");
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))
    .slice(0, 4)
    .map((child) => wordsIn(child, depth + 1))
    .join(" ");
}

export interface ShellCommand {
  readonly name: string;
  /** The name as it is written. */
  readonly spelled: string;
  readonly args: readonly string[];
  /** Where output goes: files after > and >>. */
  readonly writes: readonly string[];
  readonly appends: readonly string[];
  readonly reads: readonly string[];
  /** Here-document or here-string. */
  readonly input: string;
  /** Commands whose output is put into this one's words. */
  readonly inner: readonly ShellPipeline[];
  readonly start: number;
  readonly end: number;
}

export interface ShellPipeline {
  readonly stages: readonly ShellCommand[];
  readonly start: number;
  readonly end: number;
}

/** What is known at one place of a script. */
export interface Scope {
  readonly variables: Map<string, string>;
  /** The commands whose output a variable holds: `key=$(cat file)` and then `"$key"` is the same as `"$(cat file)"`. */
  readonly made: Map<string, readonly ShellPipeline[]>;
  /** The pipelines of a script within a word. */
  readonly enter: (script: Node, depth: number) => readonly ShellPipeline[];
}

/** Commands whose output is put into a word: by the word itself, and by variables that it names. */
export interface Taken {
  readonly inner: ShellPipeline[];
  readonly carried: ShellPipeline[];
}

export const nothingTaken = (): Taken => ({ inner: [], carried: [] });

export function wordValue(scope: Scope, word: Node, taken: Taken, depth: number): string {
  if (word.type === "ArrayValue")
    return listOf(word.elements)
      .map((element) => wordValue(scope, element, taken, depth))
      .join(" ");
  const parts = listOf(word.parts);
  if (parts.length === 0) return typeof word.value === "string" ? word.value : String(word.text ?? "");
  return parts.map((part) => partValue(scope, part, taken, depth)).join("");
}

function partValue(scope: Scope, part: Node, taken: Taken, depth: number): string {
  switch (part.type) {
    case "DoubleQuoted":
    case "LocaleString":
      return listOf(part.parts)
        .map((child) => partValue(scope, child, taken, depth))
        .join("");
    case "SimpleExpansion":
      taken.carried.push(...(scope.made.get(String(part.text).slice(1)) ?? []));
      return scope.variables.get(String(part.text).slice(1)) ?? String(part.text);
    case "ParameterExpansion":
      taken.carried.push(...(scope.made.get(String(part.parameter)) ?? []));
      return parameterValue(scope, part);
    case "CommandExpansion":
    case "ProcessSubstitution":
      return isNode(part.script) ? substitution(scope, part.script, taken.inner, depth) : String(part.text);
    case "Glob":
      // A bracket of one letter is that letter: /etc/pass[w]d.
      return String(part.text).replace(/^\[(\w)\]$/, "$1");
    default:
      return typeof part.value === "string" ? part.value : String(part.text ?? "");
  }
}

function parameterValue(scope: Scope, part: Node): string {
  const name = String(part.parameter);
  const known = name === "IFS" ? " " : scope.variables.get(name);
  if (known !== undefined) return known;
  const operation = part.operation;
  // `${name:?}` stops where the variable is empty: what stands behind the mark is a message, not a value.
  const isDefault = !/^\$\{\w{1,80}:?\?/.test(String(part.text));
  if (
    isDefault &&
    isNode(operation) &&
    isNode(operation.operand) &&
    typeof operation.operand.value === "string"
  )
    return operation.operand.value;
  return String(part.text);
}

/** The pipelines of `$(…)`, and its value where that is constant. */
function substitution(scope: Scope, script: Node, inner: ShellPipeline[], depth: number): string {
  const made = scope.enter(script, depth + 1);
  inner.push(...made);
  const only = made.length === 1 ? made[0] : undefined;
  const stage = only?.stages.length === 1 ? only.stages[0] : undefined;
  if (stage?.name === "printf" || stage?.name === "echo") return constantOutput(stage) ?? "$()";
  return "$()";
}

/** What echo or printf of constants prints; undefined where it depends on anything. */
export function constantOutput(command: Pick<ShellCommand, "name" | "args">): string | undefined {
  const values = command.args.filter((arg) => !/^-[neE]{1,3}$/.test(arg));
  if (values.some((value) => value.includes("$"))) return undefined;
  const text =
    command.name === "printf" && values.length > 1
      ? (values[0] ?? "").replace(/%[bs]/g, () => values.splice(1, 1)[0] ?? "")
      : values.join(" ");
  return unescaped(text);
}

/** \xNN, \NNN and \n as printf reads them. */
function unescaped(text: string): string {
  return text
    .replace(/\\x([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\0?([0-3][0-7]{2})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
    .replaceAll("\\n", "\n");
}
