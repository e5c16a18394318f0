/** Why a start can fail, as exit codes a script can tell apart and sentences a person can act on. */

import { singleLine } from "../../src/domain/single-line.ts";
import { EXIT, type ExitCode, errorOf } from "../exit-codes.ts";
import { reportFailure } from "../output.ts";

export { EXIT };

/** An expected failure: printed as its message alone, never with a stack. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Tells why, line by line as it was written, or whole for a program. Answers the exit code. */
export function reportStartFailure({ message, exitCode }: StartFailure, asJson: boolean): ExitCode {
  const code = errorOf("server", exitCode);
  const [first = "", ...others] = message.split("\n");
  if (asJson || others.length === 0) reportFailure({ asJson, code, message });
  else reportFailure({ asJson, code, message: first, more: others.map(singleLine).join("\n") });
  return exitCode;
}

const notWritable = new Set(["EROFS", "EACCES", "EPERM", "ENOTDIR", "EEXIST"]);
const full = new Set(["ENOSPC", "EDQUOT"]);
/** SQLite says it in words, through workerd as well as through node:sqlite. */
const fullInWords = /database or disk is full|SQLITE_FULL|No space left on device/i;
const explainNotWritable =
  /readonly database|SQLITE_READONLY|unable to open database file|Read-only file system/i;

/** Turns what the operating system (or SQLite) said about a folder into a failure that says what to change; null when it is something else. */
export function explainDiskError(error: unknown, folder: string): StartFailure | null {
  if (error instanceof StartFailure) return error;
  if (!(error instanceof Error)) return null;
  const { code = "", path } = error as NodeJS.ErrnoException;
  const place = path ?? folder;
  if (full.has(code) || fullInWords.test(error.message)) {
    const message = `The disk is full: ${place} could not be written. Free some space, or choose another folder with --data.`;
    return new StartFailure(EXIT.diskFull, message, { cause: error });
  }
  if (notWritable.has(code) || explainNotWritable.test(error.message)) {
    const reason = code === "" ? error.message : code;
    const message = `${place} cannot be written (${reason}). Make it writable for this user, or choose another folder with --data.`;
    return new StartFailure(EXIT.cannotWrite, message, { cause: error });
  }
  return null;
}
