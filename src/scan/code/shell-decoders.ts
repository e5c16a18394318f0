/** Commands that turn what nobody can read into what a machine can. */
import type { ShellCommand } from "./shell-values.ts";

/** Undoes an encoding of text; unpacking a file is everyday. */
export function undoesEncoding({ name, args }: ShellCommand): boolean {
  const flags = args.join(" ");
  if (/^base(?:64|32)$/.test(name))
    return /(?:^|\s)(?:-D|--decode|-[a-z]{0,2}d[a-z]{0,2})(?:\s|$)/.test(flags);
  if (name === "xxd") return /-[a-z]{0,3}r/.test(flags);
  return name === "openssl" && /\b(?:enc|base64)\b/.test(flags) && /\s-d\b/.test(flags);
}

/** Whether a command decodes at all: the text may also be packed, turned round or shuffled. */
export function isDecoder(stage: ShellCommand): boolean {
  if (undoesEncoding(stage)) return true;
  const flags = stage.args.join(" ");
  if (stage.name === "gzip" || stage.name === "xz") return /-[a-z]{0,2}d/.test(flags);
  // Letters put in the place of others, from the middle of the alphabet on; `tr / _` and `tr A-Z a-z` hide nothing.
  if (stage.name === "tr") return /(?:^|\s)['"[]?[B-Zb-y!-@]-[~zZ][aA!]-/.test(flags);
  if (/^(?:python3?|perl)$/.test(stage.name))
    return /b64decode|unhexlify|fromhex|decompress|pack\(/.test(flags);
  return /^(?:gunzip|zcat|uudecode|rev|bunzip2|od)$/.test(stage.name);
}
