/** A terminal with one progress line at the bottom, which other lines do not break. */
import { singleLine } from "../../src/domain/single-line.ts";

export interface Terminal {
  readonly columns?: number;
  write(text: string): unknown;
}

const CLEAR_LINE = "\r\u001b[K";

export class Screen {
  readonly #terminal: Terminal;
  #progress = "";

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Shows what is being done, in place of what was shown before; an empty text removes it. */
  showProgress(text: string): void {
    // Some terminals report 0 columns.
    const width = (this.#terminal.columns || 80) - 1;
    this.#progress = singleLine(text).slice(0, width);
    this.#terminal.write(`${CLEAR_LINE}${this.#progress}`);
  }

  /** Writes a line above the progress line. */
  print(line: string): void {
    const clear = this.#progress === "" ? "" : CLEAR_LINE;
    this.#terminal.write(`${clear}${line}\n${this.#progress}`);
  }
}
