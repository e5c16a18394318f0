/**
 * The exit codes of all commands: one table for help texts and docs/CLI.md. Codes from 64 on are those of sysexits, so
 * that a script can tell them from a result.
 */

export const EXIT = {
  ok: 0,
  /** Not found, not published, or a mismatch. */
  no: 1,
  concerns: 1,
  fail: 2,
  /** Waiting for human review. */
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
export type Family = keyof typeof families;

interface Ending {
  readonly code: ExitCode;
  readonly of: readonly Family[];
  readonly meaning: string;
  /** The value of `error` with `--json`; null if there is no error, or if the registry returns its own code. */
  readonly error: string | null;
}

const everyone: readonly Family[] = ["registry", "scan", "server"];
const endings: readonly Ending[] = [
  { code: EXIT.ok, of: ["registry"], meaning: "success", error: null },
  { code: EXIT.ok, of: ["scan"], meaning: "pass", error: null },
  { code: EXIT.ok, of: ["server"], meaning: "success; stopped by a signal (Ctrl-C, SIGTERM)", error: null },
  { code: EXIT.no, of: ["registry"], meaning: "not found, not published, or a mismatch", error: null },
  { code: EXIT.concerns, of: ["scan"], meaning: "concerns", error: null },
  { code: EXIT.fail, of: ["scan"], meaning: "fail, or an invalid SKILL.md", error: null },
  { code: EXIT.review, of: ["registry"], meaning: "waiting for human review", error: null },
  {
    code: EXIT.notScanned,
    of: ["scan"],
    meaning: "could not scan, or invalid options",
    error: "CANNOT_SCAN",
  },
  {
    code: EXIT.usage,
    of: ["registry", "server"],
    meaning: "invalid options, arguments or environment",
    error: "USAGE",
  },
  { code: EXIT.refused, of: ["registry"], meaning: "the registry rejected the request", error: null },
  {
    code: EXIT.newerData,
    of: ["server"],
    meaning: "the data folder or the backup was created by a newer version",
    error: "NEWER_DATA",
  },
  {
    code: EXIT.badBackup,
    of: ["server"],
    meaning: "the backup or the database is damaged",
    error: "BAD_BACKUP",
  },
  {
    code: EXIT.unreachable,
    of: ["registry"],
    meaning: "the registry is unreachable",
    error: "UNREACHABLE",
  },
  { code: EXIT.portBusy, of: ["server"], meaning: "the port is busy", error: "PORT_BUSY" },
  { code: EXIT.internal, of: everyone, meaning: "internal error", error: "INTERNAL" },
  {
    code: EXIT.noRuntime,
    of: ["server"],
    meaning: "no workerd for this platform",
    error: "NO_RUNTIME",
  },
  // The launcher reports it, before any command runs.
  { code: EXIT.noRuntime, of: everyone, meaning: "no Node that is new enough", error: null },
  {
    code: EXIT.cannotWrite,
    of: ["server"],
    meaning: "a folder is not writable, or not empty",
    error: "CANNOT_WRITE",
  },
  { code: EXIT.diskFull, of: ["server"], meaning: "the disk is full", error: "DISK_FULL" },
  { code: EXIT.locked, of: ["server"], meaning: "another server uses the data folder", error: "LOCKED" },
  { code: EXIT.build, of: ["server"], meaning: "the Worker could not be built", error: "NOT_BUILT" },
];

/** The exit codes of one family of commands, for their help texts. */
export function exitCodeHelp(family: Family): string {
  const rows = endings.filter(({ of }) => of.includes(family));
  return ["exit codes", ...rows.map(({ code, meaning }) => `  ${String(code).padEnd(3)} ${meaning}`)].join(
    "\n",
  );
}

/** The whole table, as in docs/CLI.md. */
export function exitCodeTable(): string {
  const rows = endings.map(({ code, of, meaning, error }) => {
    const who = of.length === everyone.length ? "all" : of.map((family) => families[family]).join(", ");
    return `| ${code} | ${who} | ${meaning} | ${error === null ? "" : `\`${error}\``} |`;
  });
  return ["| code | commands | meaning | `error` |", "|---|---|---|---|", ...rows].join("\n");
}

/** The value of `error` for this exit code. */
export function errorOf(family: Family, code: number): string {
  const ending = endings.find((entry) => entry.code === code && entry.of.includes(family));
  return ending?.error ?? "INTERNAL";
}
