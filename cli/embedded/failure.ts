/** Why a start can fail: an exit code for scripts, and a message that says what to change. */
import { EXIT, type ExitCode, errorOf } from "../exit-codes.ts";
import { CommandFailure } from "../failure.ts";

export { EXIT };

export class StartFailure extends CommandFailure {
  override readonly name = "StartFailure";
  override readonly isOurText = true;

  constructor(exitCode: ExitCode, message: string, { cause }: ErrorOptions = {}) {
    super(exitCode, errorOf("server", exitCode), message);
    this.cause = cause;
  }
}

const notWritable = new Set(["EROFS", "EACCES", "EPERM", "ENOTDIR", "EEXIST"]);
const full = new Set(["ENOSPC", "EDQUOT"]);
/** SQLite reports the cause only in its message text, through workerd as well as through node:sqlite. */
const fullInWords = /database or disk is full|SQLITE_FULL|No space left on device/i;
const explainNotWritable =
  /readonly database|SQLITE_READONLY|unable to open database file|Read-only file system/i;

/** Turns a disk error of the operating system or SQLite into a failure that says what to change; null for other errors. */
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
