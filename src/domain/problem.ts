/**
 * Expected failures, as data: a closed list of codes, each with its wire status, whether trying again can help,
 * and the sentence a person reads. Bugs are exceptions and never appear here.
 */
interface ProblemKind {
  readonly status: number;
  readonly retryable: boolean;
  readonly sentence: string;
}

const problems = {
  BAD_REQUEST: { status: 400, retryable: false, sentence: "The request could not be understood." },
  NOT_FOUND: { status: 404, retryable: false, sentence: "There is nothing at this address." },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    sentence: "This address does not answer that method.",
  },
  INTERNAL: { status: 500, retryable: true, sentence: "Something broke on our side; it has been logged." },
  UNAVAILABLE: {
    status: 503,
    retryable: true,
    sentence: "A part of the platform does not answer; try again soon.",
  },
  UNAUTHENTICATED: {
    status: 401,
    retryable: false,
    sentence: "This needs a token; none or no valid one was sent.",
  },
  FORBIDDEN: { status: 403, retryable: false, sentence: "This token may not do that." },
  BODY_TOO_LARGE: { status: 413, retryable: false, sentence: "The request's body is larger than is taken." },
  AMBIGUOUS_NAME: {
    status: 409,
    retryable: false,
    sentence: "Several skills have this name; ask for one of them by its full name.",
  },
  CONFLICT: { status: 409, retryable: false, sentence: "It has changed meanwhile; look again." },
  RATE_LIMITED: { status: 429, retryable: true, sentence: "Too many requests; wait a moment." },
  // The walk: why a submission ended.
  DUPLICATE_SUBMISSION: {
    status: 409,
    retryable: false,
    sentence: "The same skill is already being processed, under its repository's present name.",
  },
  SCAN_MISSING: {
    status: 409,
    retryable: false,
    sentence: "There is no complete scan of this content by the present engine; have it scanned again.",
  },
  SLUG_TAKEN: { status: 409, retryable: false, sentence: "Another source has published under this name." },
  SKILL_TAKEN_DOWN: {
    status: 409,
    retryable: false,
    sentence: "This skill was taken down; ask the registry's operators before submitting it again.",
  },
  VERSION_NOT_NEWER: {
    status: 409,
    retryable: false,
    sentence: "The content has changed, but its version is not newer than the published one.",
  },
  // Ways in: the address of a source.
  SOURCE_URL_INVALID: {
    status: 422,
    retryable: false,
    sentence: "This is not the address of a GitHub repository or of a site with skills.",
  },
  ADDRESS_REFUSED: {
    status: 422,
    retryable: false,
    sentence: "This address is not public, so nothing is fetched from it.",
  },
  // Ways in: what a source's host answers. Each names the true cause (L51).
  SOURCE_NOT_FOUND: {
    status: 422,
    retryable: false,
    sentence: "The source does not exist, or is not public.",
  },
  SOURCE_PRIVATE: {
    status: 422,
    retryable: false,
    sentence: "The repository is private; only public ones are taken.",
  },
  SOURCE_EMPTY: { status: 422, retryable: false, sentence: "The repository has no commit yet." },
  SOURCE_REF_NOT_FOUND: {
    status: 422,
    retryable: false,
    sentence: "The repository has no branch, tag or commit of this name.",
  },
  SOURCE_RATE_LIMITED: {
    status: 503,
    retryable: true,
    sentence: "The source's host limits our requests at the moment; it is tried again later.",
  },
  SOURCE_CREDENTIALS: {
    status: 503,
    retryable: true,
    sentence: "The source's host does not accept the platform's own token; its operator has to renew it.",
  },
  SOURCE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    sentence: "The source's host does not answer properly at the moment; it is tried again later.",
  },
  SOURCE_TIMEOUT: {
    status: 503,
    retryable: true,
    sentence: "The source's host took too long; it is tried again later.",
  },
  SOURCE_ANSWER_TOO_LARGE: {
    status: 422,
    retryable: false,
    sentence: "The source's host answered with too much data.",
  },
  SOURCE_ANSWER_INVALID: {
    status: 422,
    retryable: false,
    sentence: "The source's host answered with something that cannot be read.",
  },
  SOURCE_REDIRECTS: {
    status: 422,
    retryable: false,
    sentence: "The source's host redirects too often or to nowhere.",
  },
  SOURCE_DIGEST_MISMATCH: {
    status: 422,
    retryable: false,
    sentence: "The bytes fetched do not have the digest that the site's index promises.",
  },
  // Ways in: finding skills.
  NO_SKILL_FOUND: { status: 422, retryable: false, sentence: "No folder of this source has a SKILL.md." },
  SKILL_NOT_AT_PATH: {
    status: 422,
    retryable: false,
    sentence: "There is no SKILL.md at this path of the source.",
  },
  TOO_MANY_SKILLS: {
    status: 422,
    retryable: false,
    sentence: "The source has more skills than are taken from one.",
  },
  MANIFEST_INVALID: {
    status: 422,
    retryable: false,
    sentence: "The SKILL.md does not follow the agentskills.io standard.",
  },
  // Ways in: uploads.
  UPLOAD_INVALID: { status: 400, retryable: false, sentence: "The upload could not be read." },
  UPLOAD_TIMEOUT: { status: 408, retryable: true, sentence: "The upload took too long to arrive." },
  // Ways in: archives.
  ARCHIVE_UNSUPPORTED: { status: 415, retryable: false, sentence: "Only tar.gz and zip archives are read." },
  ARCHIVE_BROKEN: { status: 422, retryable: false, sentence: "The archive is damaged or cut short." },
  ARCHIVE_TOO_LARGE: { status: 413, retryable: false, sentence: "The archive is larger than is taken." },
  ARCHIVE_UNPACKED_TOO_LARGE: {
    status: 422,
    retryable: false,
    sentence: "The archive unpacks to more than is taken.",
  },
  ARCHIVE_BOMB: {
    status: 422,
    retryable: false,
    sentence: "The archive unpacks to far more than its size; it is treated as a bomb.",
  },
  ARCHIVE_TOO_MANY_ENTRIES: {
    status: 422,
    retryable: false,
    sentence: "The archive has more entries than are taken.",
  },
  ARCHIVE_LINK: {
    status: 422,
    retryable: false,
    sentence: "The archive holds a link; put the file itself in its place.",
  },
  ARCHIVE_SPECIAL_FILE: {
    status: 422,
    retryable: false,
    sentence: "The archive holds a device, pipe or other special entry; only files and folders are taken.",
  },
  ARCHIVE_SPARSE: {
    status: 422,
    retryable: false,
    sentence: "The archive holds a sparse file; pack it as an ordinary one.",
  },
  ARCHIVE_ENCRYPTED: {
    status: 422,
    retryable: false,
    sentence: "The archive is encrypted; pack it without a password.",
  },
  ARCHIVE_ZIP64: {
    status: 422,
    retryable: false,
    sentence: "The archive is a zip64 file; pack it as an ordinary zip.",
  },
  ARCHIVE_METHOD: {
    status: 422,
    retryable: false,
    sentence: "The zip uses a compression other than stored or deflate.",
  },
  ARCHIVE_HEADER_MISMATCH: {
    status: 422,
    retryable: false,
    sentence:
      "The archive describes the same entry in two different ways; pack it again with an ordinary tool.",
  },
  SKILL_TOO_MANY_FILES: {
    status: 422,
    retryable: false,
    sentence: "The skill has more files than are taken.",
  },
  SKILL_TOO_LARGE: { status: 422, retryable: false, sentence: "The skill is larger than is taken." },
  FILE_TOO_LARGE: { status: 422, retryable: false, sentence: "A file of the skill is larger than is taken." },
  PATH_UNSAFE: {
    status: 422,
    retryable: false,
    sentence: "A path is absolute, or has a backslash or an empty, `.` or `..` part.",
  },
  PATH_TOO_LONG: { status: 422, retryable: false, sentence: "A path of the skill is too long." },
  PATH_TOO_DEEP: { status: 422, retryable: false, sentence: "A path of the skill has too many folders." },
  PATH_CHARACTERS: {
    status: 422,
    retryable: false,
    sentence: "A path has control or invisible characters, or is not UTF-8.",
  },
  PATH_RESERVED: { status: 422, retryable: false, sentence: "A path has a name that Windows cannot store." },
  PATH_COLLISION: {
    status: 422,
    retryable: false,
    sentence: "Two paths are the same where letter case or Unicode form does not count; rename one.",
  },
  PATH_DUPLICATE: { status: 422, retryable: false, sentence: "The archive has the same path twice." },
  CONTENT_GONE: {
    status: 410,
    retryable: false,
    sentence: "The bytes of this content were deleted, as they are some time after a submission was refused.",
  },
  // Outside scanners.
  SIGNATURE_INVALID: {
    status: 401,
    retryable: false,
    sentence: "The delivery is not signed, not with our secret, or not within the last five minutes.",
  },
  WEBHOOK_OFF: {
    status: 503,
    retryable: false,
    sentence: "This registry takes no results from outside scanners: WEBHOOK_SECRET is not set.",
  },
  DELIVERY_REPLAYED: { status: 409, retryable: false, sentence: "This delivery was taken before." },
  SCAN_RESULT_KNOWN: {
    status: 409,
    retryable: false,
    sentence: "This scanner's result for this content is known already; it was not changed.",
  },
  SCAN_NOT_REQUESTED: {
    status: 404,
    retryable: false,
    sentence: "This scan was not asked for.",
  },
  SCAN_NOT_FREE: {
    status: 409,
    retryable: false,
    sentence: "This scan has ended, or another worker holds it.",
  },
  CONTENT_CORRUPT: {
    status: 500,
    retryable: false,
    sentence: "The stored content no longer has its digest, so it is not used.",
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly details?: unknown;
}

/** Builds a problem; the message defaults to the code's own sentence. */
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

/** Carries a problem out of code that cannot return one (streams, parsers); the step above catches it. */
export class Refusal extends Error {
  readonly problem: Problem;
  constructor(code: ProblemCode, message?: string, details?: unknown) {
    const value = problem(code, message, details);
    super(value.message);
    this.name = "Refusal";
    this.problem = value;
  }
}
