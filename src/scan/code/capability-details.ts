/**
 * How a capability is named: what the author wrote out stands as it is, what a program computes is `<computed>`, and
 * what a parser left over names nothing.
 */

export const computed = "<computed>";

/** Substitutions of shells and templates. Nested ones are folded from the inside. */
const substitution =
  /\$\([^()]{0,200}\)|`[^`]{0,200}`|\$?\{[^{}]{0,200}\}|\$[A-Za-z_]\w{0,60}|\$[0-9@*#?!]|%[A-Za-z_]\w{0,60}%/g;
/** Nesting beyond it is no name. */
const rounds = 4;

function withComputed(text: string): string {
  let out = text.replace(/\$\{?HOME\b\}?(?=\/)/g, "~");
  for (let i = 0; i < rounds; i++) {
    const next = out.replace(substitution, computed);
    if (next === out) break;
    out = next;
  }
  return out.replace(/(?:<computed>){2,20}/g, computed);
}

const unquoted = (text: string) => text.replace(/["']/g, "");
const isOnlyComputed = (text: string) =>
  /^(?:<computed>|[/\s.:_-]){1,400}$/.test(text) && text.includes(computed);

/** A file that is read or written; "" where the text is none. A word alone is a file in scripts, not in a document's examples. */
export function pathOf(written: string, where: "script" | "document"): string {
  const text = withComputed(unquoted(written.trim()));
  const words = text.split(" ");
  // A sentence may name a file.
  const path = words.length > 3 ? (words.find((word) => /^[\w.~<>-]{0,80}\/[\w.<]/.test(word)) ?? "") : text;
  if (isOnlyComputed(path)) return computed;
  const shape = path.replaceAll(computed, "x");
  if (!/^[\w.~/@+-][\w.~/@+:,() -]{0,200}$/.test(shape)) return "";
  if (/^[\d.,:/~-]{1,200}$/.test(shape) || /^~\w/.test(shape) || /^\d[\dT:.,-]{1,40}$/.test(shape)) return "";
  const hasFolder = shape.includes("/");
  const hasEnding = /\.[A-Za-z]\w{0,20}$/.test(shape);
  const isName = where === "script" && /^[A-Za-z_][\w-]{1,60}$/.test(shape);
  return hasFolder || hasEnding || isName || /^[A-Z][a-z]{1,20}file$/.test(shape) ? path : "";
}

/** The hosts in a text, which may be the default of a variable. */
export function hostsIn(written: string): string[] {
  const text = written
    .replace(/\$\{\w{1,60}:?[-=]([^{}]{0,255})\}?/, "$1")
    .replace(/^[a-z][a-z0-9+.-]{1,12}:\/\//i, "");
  const host = withComputed(text)
    .replace(/[{}"'`$\\]/g, "")
    .replace(/\/.{0,400}$/, "");
  if (isOnlyComputed(host)) return [computed];
  const shape = host.replaceAll(computed, "x");
  // A name in capitals is a header or a constant.
  return /^(?:\[[0-9a-f:.]{2,60}\]|[a-z0-9_][a-z0-9_.-]{0,254})(?::\d{1,5})?$/.test(shape) ? [host] : [];
}

/** A command as far as it is written out. */
export function commandOf(written: string): string {
  const words = withComputed(written)
    .replace(/["']?<computed>["']?/g, computed)
    .split(/\s{1,200}/)
    .filter((word) => word !== "");
  while (/^[A-Za-z_]\w{0,60}=/.test(words[0] ?? "")) words.shift();
  const shown = words.filter((word, i) => word !== computed || words[i - 1] !== computed);
  if (shown.every((word) => word === computed)) return shown.length === 0 ? "" : computed;
  return /^(?:[\w./~<@:\\]|['"][\w./~])/.test(shown[0] ?? "") ? shown.join(" ") : "";
}

/** The packages of an installer's words. */
export function packagesIn(written: string): string[] {
  return withComputed(unquoted(written))
    .split(/\s{1,200}|,(?![^[\]]{0,200}\])/)
    .filter((word) => !/^(?:install|add|-.{0,80})$/.test(word))
    .filter((word) => /^[\w@./~<][\w@./~<>=!^*:[\],+#?&%-]{1,200}$/.test(word));
}
