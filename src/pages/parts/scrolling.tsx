/** Content wider than the page scrolls inside a region that the keyboard can reach. */
import type { Child } from "hono/jsx";

export function Scrolling({ label, children }: { label: string; children: Child }) {
  return (
    <section class="scroll-x" tabindex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** Preformatted text; `kind` is a CSS class. */
export function Code({
  label,
  kind = "code-wrap",
  children,
}: {
  label: string;
  kind?: string;
  children: Child;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a name needs a role, and no element is both a group and preformatted
    <pre class={`code ${kind}`} tabindex={0} role="group" aria-label={label}>
      {children}
    </pre>
  );
}
