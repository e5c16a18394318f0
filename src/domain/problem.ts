/**
 * Expected failures as data: a closed list of codes, each with its HTTP status, whether a retry can help, and a
 * sentence for people. Bugs are exceptions and never appear here.
 */
import { MAX_TOKENS } from "./limits.ts";

interface ProblemKind {
  readonly status: number;
  readonly retryable: boolean;
  readonly sentence: string;
}

const problems = {
  BAD_REQUEST: { status: 400, retryable: false, sentence: "Invalid request." },
  NOT_FOUND: { status: 404, retryable: false, sentence: "Not found." },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, sentence: "Method not allowed at this URL." },
  INTERNAL: { status: 500, retryable: true, sentence: "Internal error. It has been logged." },
  UNAVAILABLE: { status: 503, retryable: true, sentence: "Temporarily unavailable. Try again soon." },
  UNAUTHENTICATED: { status: 401, retryable: false, sentence: "Authentication required." },
  FORBIDDEN: { status: 403, retryable: false, sentence: "This token doesn't have permission." },
  BODY_TOO_LARGE: { status: 413, retryable: false, sentence: "Request too large." },
  BODY_TIMEOUT: {
    status: 408,
    retryable: true,
    sentence: "The request body took too long to arrive. Send it again.",
  },
  AMBIGUOUS_NAME: {
    status: 409,
    retryable: false,
    sentence: "Several skills have this name. Use the full name of one of them.",
  },
  CONFLICT: { status: 409, retryable: false, sentence: "Someone else changed this. Reload and try again." },
  RATE_LIMITED: { status: 429, retryable: true, sentence: "Too many requests. Wait a moment." },
  DEVICE_NEEDS_PERSON: {
    status: 403,
    retryable: false,
    sentence: "Only a signed-in user or an admin can confirm a device. Sign in at /device, or ask an admin.",
  },
  TOO_MANY_TOKENS: {
    status: 409,
    retryable: false,
    sentence: `An account can have ${MAX_TOKENS} tokens. Revoke one first.`,
  },
  // The pipeline: why a submission ended.
  DUPLICATE_SUBMISSION: {
    status: 409,
    retryable: false,
    sentence: "The same skill is already in progress under the repository's current name.",
  },
  SCAN_MISSING: {
    status: 409,
    retryable: false,
    sentence: "There is no complete scan of this content by the current engine. Re-scan it.",
  },
  SLUG_TAKEN: {
    status: 409,
    retryable: false,
    sentence: "Another source has already published under this name.",
  },
  SKILL_TAKEN_DOWN: {
    status: 409,
    retryable: false,
    sentence: "This skill was removed. Ask the registry's operators before you submit it again.",
  },
  VERSION_NOT_NEWER: {
    status: 409,
    retryable: false,
    sentence: "The content has changed, but the version is not newer than the published one.",
  },
  // Sources: the URL.
  SOURCE_URL_INVALID: {
    status: 422,
    retryable: false,
    sentence: "Not the URL of a GitHub repository or of a site with skills.",
  },
  ADDRESS_REFUSED: {
    status: 422,
    retryable: false,
    sentence: "Can't fetch from this URL: it is not public.",
  },
  // Sources: the responses of a host. Each code names the actual cause (L51).
  SOURCE_NOT_FOUND: {
    status: 422,
    retryable: false,
    sentence: "The source does not exist or is not public.",
  },
  SOURCE_PRIVATE: {
    status: 422,
    retryable: false,
    sentence: "The repository is private. Only public repositories are accepted.",
  },
  SOURCE_EMPTY: { status: 422, retryable: false, sentence: "The repository has no commits yet." },
  SOURCE_REF_NOT_FOUND: {
    status: 422,
    retryable: false,
    sentence: "The repository has no branch, tag or commit with this name.",
  },
  SOURCE_RATE_LIMITED: { status: 503, retryable: true, sentence: "Rate-limited by the host." },
  SOURCE_CREDENTIALS: {
    status: 503,
    retryable: true,
    sentence: "The host rejected this registry's own token. An operator must renew it.",
  },
  SOURCE_UNAVAILABLE: { status: 503, retryable: true, sentence: "The host returned an error." },
  SOURCE_TIMEOUT: { status: 503, retryable: true, sentence: "The host took too long." },
  // These two are API values, so `ANSWER` (the response) is not renamed.
  SOURCE_ANSWER_TOO_LARGE: { status: 422, retryable: false, sentence: "The host returned too much data." },
  SOURCE_ANSWER_INVALID: {
    status: 422,
    retryable: false,
    sentence: "The host returned an unexpected response.",
  },
  SOURCE_REDIRECTS: {
    status: 422,
    retryable: false,
    sentence: "The host redirected too often or to an invalid URL.",
  },
  SOURCE_DIGEST_MISMATCH: {
    status: 422,
    retryable: false,
    sentence: "The fetched bytes do not match the digest in the site's index.",
  },
  // Sources: finding skills.
  NO_SKILL_FOUND: {
    status: 422,
    retryable: false,
    sentence: "No folder of this source contains a SKILL.md.",
  },
  SKILL_NOT_AT_PATH: { status: 422, retryable: false, sentence: "No SKILL.md at this path of the source." },
  TOO_MANY_SKILLS: { status: 422, retryable: false, sentence: "Too many skills in one source." },
  MANIFEST_INVALID: {
    status: 422,
    retryable: false,
    sentence: "SKILL.md does not follow the agentskills.io standard.",
  },
  // Uploads.
  UPLOAD_INVALID: { status: 400, retryable: false, sentence: "The upload could not be read." },
  UPLOAD_TIMEOUT: { status: 408, retryable: true, sentence: "The upload took too long to arrive." },
  // Archives.
  ARCHIVE_UNSUPPORTED: {
    status: 415,
    retryable: false,
    sentence: "Only tar.gz and zip archives are supported.",
  },
  ARCHIVE_BROKEN: { status: 422, retryable: false, sentence: "The archive is damaged or truncated." },
  ARCHIVE_TOO_LARGE: { status: 413, retryable: false, sentence: "Archive too large." },
  ARCHIVE_UNPACKED_TOO_LARGE: { status: 422, retryable: false, sentence: "Archive too large when unpacked." },
  ARCHIVE_BOMB: {
    status: 422,
    retryable: false,
    sentence: "Looks like a zip bomb: the archive unpacks to far more than its size.",
  },
  ARCHIVE_TOO_MANY_ENTRIES: { status: 422, retryable: false, sentence: "Too many entries in the archive." },
  ARCHIVE_LINK: { status: 422, retryable: false, sentence: "Symlinks aren't allowed; include the file." },
  ARCHIVE_SPECIAL_FILE: {
    status: 422,
    retryable: false,
    sentence:
      "The archive contains a device, pipe or other special entry. Only files and folders are allowed.",
  },
  ARCHIVE_SPARSE: {
    status: 422,
    retryable: false,
    sentence: "The archive contains a sparse file. Pack it as a regular file.",
  },
  ARCHIVE_ENCRYPTED: {
    status: 422,
    retryable: false,
    sentence: "The archive is encrypted. Pack it without a password.",
  },
  ARCHIVE_ZIP64: {
    status: 422,
    retryable: false,
    sentence: "zip64 is not supported. Pack the archive as a regular zip.",
  },
  ARCHIVE_METHOD: {
    status: 422,
    retryable: false,
    sentence: "The zip uses a compression method other than stored or deflate.",
  },
  ARCHIVE_HEADER_MISMATCH: {
    status: 422,
    retryable: false,
    sentence: "The archive describes an entry inconsistently. Pack it again with a standard tool.",
  },
  SKILL_TOO_MANY_FILES: { status: 422, retryable: false, sentence: "Too many files in the skill." },
  SKILL_TOO_LARGE: { status: 422, retryable: false, sentence: "Skill too large." },
  FILE_TOO_LARGE: { status: 422, retryable: false, sentence: "File too large." },
  PATH_UNSAFE: {
    status: 422,
    retryable: false,
    sentence: "A path is absolute, or contains a backslash or an empty, `.` or `..` segment.",
  },
  PATH_TOO_LONG: { status: 422, retryable: false, sentence: "A path of the skill is too long." },
  PATH_TOO_DEEP: { status: 422, retryable: false, sentence: "A path of the skill is nested too deeply." },
  PATH_CHARACTERS: {
    status: 422,
    retryable: false,
    sentence: "A path contains control or invisible characters, or is not UTF-8.",
  },
  PATH_RESERVED: {
    status: 422,
    retryable: false,
    sentence: "A path contains a name that Windows cannot store.",
  },
  PATH_COLLISION: {
    status: 422,
    retryable: false,
    sentence: "Two paths differ only in letter case or Unicode form. Rename one.",
  },
  PATH_DROPPED: {
    status: 422,
    retryable: false,
    sentence: "A client does not install a file of this name. Rename it.",
  },
  PATH_DUPLICATE: { status: 422, retryable: false, sentence: "The archive contains the same path twice." },
  CONTENT_GONE: {
    status: 410,
    retryable: false,
    sentence: "This content was deleted: content that is not published is stored for a limited time.",
  },
  // External scanners.
  SIGNATURE_INVALID: {
    status: 401,
    retryable: false,
    sentence: "Invalid signature, or signed more than five minutes ago.",
  },
  WEBHOOK_OFF: {
    status: 503,
    retryable: false,
    sentence: "This registry accepts no external scan results: WEBHOOK_SECRET is not set.",
  },
  DELIVERY_REPLAYED: { status: 409, retryable: false, sentence: "This delivery was already accepted." },
  SCAN_RESULT_KNOWN: {
    status: 409,
    retryable: false,
    sentence: "This scanner already has a result for this content. It was not changed.",
  },
  SCAN_NOT_REQUESTED: { status: 404, retryable: false, sentence: "This scan was not requested." },
  SCAN_NOT_FREE: {
    status: 409,
    retryable: false,
    sentence: "This scan has ended or is claimed by another worker.",
  },
  CONTENT_CORRUPT: {
    status: 500,
    retryable: false,
    sentence: "The stored content does not match its digest, so it is not used.",
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly details?: unknown;
}

/** Builds a problem. The default message is the sentence of the code. */
export function problem(code: ProblemCode, message?: string, details?: unknown): Problem {
  const base = { code, message: message ?? problems[code].sentence };
  return details === undefined ? base : { ...base, details };
}

export function problemStatus(code: ProblemCode): number {
  return problems[code].status;
}

export function isRetryable(code: ProblemCode): boolean {
  return problems[code].retryable;
}

/** Carries a problem out of code that cannot return one (streams, parsers); the pipeline or the route catches it. */
export class Refusal extends Error {
  readonly problem: Problem;
  constructor(code: ProblemCode, message?: string, details?: unknown) {
    const value = problem(code, message, details);
    super(value.message);
    this.name = "Refusal";
    this.problem = value;
  }
}
