/**
 * How commands end: the one table, from which help texts and docs/CLI.md are made. Numbers from 64 on are those of
 * sysexits, so that a script can tell them apart from an answer.
 */

export const EXIT = {
  ok: 0,
  /** What was asked has a negative answer: not found, not published, not verified. */
  no: 1,
  concerns: 1,
  fail: 2,
  /** A person has to decide first. */
  review: 3,
  notScanned: 3,
  usage: 64,
  refused: 65,
  newerData: 65,
  badBackup: 66,
  unreachable: 69,
  portBusy: 69,
  internal: 70,
  noRuntime: 71,
  cannotWrite: 73,
  diskFull: 74,
  locked: 75,
  build: 78,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const families = {
  registry: "submit, search, info, verify, token",
  scan: "scan",
  server: "serve, backup, restore, rebuild",
} as const;
type Family = keyof typeof families;

interface Ending {
  readonly code: ExitCode;
  readonly of: readonly Family[];
  readonly meaning: string;
  /** What `error` says with `--json`; null where there is no error, or its name is the registry's own. */
  readonly error: string | null;
}

const everyone: readonly Family[] = ["registry", "scan", "server"];
const endings: readonly Ending[] = [
  { code: EXIT.ok, of: ["registry"], meaning: "yes, done", error: null },
  { code: EXIT.ok, of: ["scan"], meaning: "pass", error: null },
  { code: EXIT.ok, of: ["server"], meaning: "done; stopped by a signal (Ctrl-C, SIGTERM)", error: null },
  { code: EXIT.no, of: ["registry"], meaning: "no: not found, not published, not verified", error: null },
  { code: EXIT.concerns, of: ["scan"], meaning: "concerns", error: null },
  { code: EXIT.fail, of: ["scan"], meaning: "fail", error: null },
  { code: EXIT.review, of: ["registry"], meaning: "a person has to decide first", error: null },
  {
    code: EXIT.notScanned,
    of: ["scan"],
    meaning: "could not scan, or wrong options",
    error: "CANNOT_SCAN",
  },
  {
    code: EXIT.usage,
    of: ["registry", "server"],
    meaning: "options, arguments or environment are wrong",
    error: "USAGE",
  },
  { code: EXIT.refused, of: ["registry"], meaning: "the registry refused", error: null },
  {
    code: EXIT.newerData,
    of: ["server"],
    meaning: "the data folder or the backup was made by a newer version",
    error: "NEWER_DATA",
  },
  {
    code: EXIT.badBackup,
    of: ["server"],
    meaning: "the backup or the ledger is damaged",
    error: "BAD_BACKUP",
  },
  {
    code: EXIT.unreachable,
    of: ["registry"],
    meaning: "the registry does not answer",
    error: "UNREACHABLE",
  },
  { code: EXIT.portBusy, of: ["server"], meaning: "the port is busy", error: "PORT_BUSY" },
  { code: EXIT.internal, of: everyone, meaning: "an error of our own", error: "INTERNAL" },
  {
    code: EXIT.noRuntime,
    of: ["server"],
    meaning: "there is no workerd for this machine",
    error: "NO_RUNTIME",
  },
  {
    code: EXIT.cannotWrite,
    of: ["server"],
    meaning: "a folder cannot be written, or is not empty",
    error: "CANNOT_WRITE",
  },
  { code: EXIT.diskFull, of: ["server"], meaning: "the disk is full", error: "DISK_FULL" },
  { code: EXIT.locked, of: ["server"], meaning: "another server holds the data folder", error: "LOCKED" },
  { code: EXIT.build, of: ["server"], meaning: "the Worker could not be built", error: "NOT_BUILT" },
];

/** The part of a family of commands, for its help texts. */
export function exitCodeHelp(family: Family): string {
  const rows = endings.filter(({ of }) => of.includes(family));
  return ["exit codes", ...rows.map(({ code, meaning }) => `  ${String(code).padEnd(3)} ${meaning}`)].join(
    "\n",
  );
}

/** All of it, as docs/CLI.md has it. */
export function exitCodeTable(): string {
  const rows = endings.map(({ code, of, meaning, error }) => {
    const who = of.length === everyone.length ? "all" : of.map((family) => families[family]).join(", ");
    return `| ${code} | ${who} | ${meaning} | ${error === null ? "" : `\`${error}\``} |`;
  });
  return ["| code | commands | meaning | `error` |", "|---|---|---|---|", ...rows].join("\n");
}

/** What `error` says of a command that ended so. */
export function errorOf(family: Family, code: number): string {
  const ending = endings.find((entry) => entry.code === code && entry.of.includes(family));
  return ending?.error ?? "INTERNAL";
}
