/** Why a start can fail, as exit codes a script can tell apart (the sysexits numbers) and sentences a person can act on. */

export const EXIT = {
  ok: 0,
  usage: 64,
  newerData: 65,
  badBackup: 66,
  portBusy: 69,
  internal: 70,
  noRuntime: 71,
  cannotWrite: 73,
  diskFull: 74,
  locked: 75,
  build: 78,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected failure: printed as its message alone, never with a stack. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

const notWritable = new Set(["EROFS", "EACCES", "EPERM", "ENOTDIR", "EEXIST"]);
const full = new Set(["ENOSPC", "EDQUOT"]);
/** SQLite says it in words, through workerd as well as through node:sqlite. */
const fullInWords = /database or disk is full|SQLITE_FULL|No space left on device/i;
const notWritableInWords =
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
  if (notWritable.has(code) || notWritableInWords.test(error.message)) {
    const reason = code === "" ? error.message : code;
    const message = `${place} cannot be written (${reason}). Make it writable for this user, or choose another folder with --data.`;
    return new StartFailure(EXIT.cannotWrite, message, { cause: error });
  }
  return null;
}
