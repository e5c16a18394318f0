import { singleLine } from "../../../src/domain/single-line.ts";

/** A progress bar on a terminal; nothing in a pipe or for a single skill. */
interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  step(label: string): void;
  end(): void;
}

const width = 24;

export function progressBar(total: number, terminal: Terminal): Progress {
  if (terminal.isTTY !== true || total < 2) return { step() {}, end() {} };
  let done = 0;
  return {
    step(label) {
      done++;
      const filled = Math.round((done / total) * width);
      const bar = `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
      const space = Math.max(0, (terminal.columns ?? 80) - width - 20);
      terminal.write(`\r\u001b[K${bar} ${done}/${total} ${singleLine(label).slice(-space)}`);
    },
    end() {
      terminal.write("\r\u001b[K");
    },
  };
}
