/** Failures that a command expects: reported by their message alone, without a stack. */
import type { ExitCode } from "./exit-codes.ts";

export class CommandFailure extends Error {
  override readonly name: string = "CommandFailure";
  readonly exitCode: ExitCode;
  /** The registry's own code, or one of the table of exit codes. */
  readonly code: string;
  /** Whether the message may have several lines. A registry's message is always printed as one. */
  readonly isOurText: boolean = false;

  constructor(exitCode: ExitCode, code: string, message: string) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
  }
}

/** Wrong options or arguments. The exit code depends on the command. */
export class UsageFailure extends Error {
  override readonly name = "UsageFailure";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join(" "));
    this.problems = problems;
  }
}
