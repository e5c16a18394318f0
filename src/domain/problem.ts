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
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;

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
