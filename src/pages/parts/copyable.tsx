/** A command or snippet with a copy button. The button stays hidden without scripts. */
import { Code } from "./scrolling.tsx";

export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <div class="copyable">
      <Code label={label}>{text}</Code>
      <button class="btn btn-sm" type="button" hidden data-copy={text} aria-label={`Copy: ${label}`}>
        Copy
      </button>
    </div>
  );
}
