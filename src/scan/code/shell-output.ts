/** What commands print that print nothing but constants. */

interface Printed {
  readonly name: string;
  readonly args: readonly string[];
}

/** What echo or printf of constants prints; undefined where it depends on anything. */
export function constantOutput(command: Printed): string | undefined {
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
