/** An action that asks: folded until it is wanted, then a reason and a button that says what will happen. */
import type { Child } from "hono/jsx";
import type { AdminSession } from "../../http/admin-session.ts";

interface Props {
  readonly session: AdminSession;
  readonly action: string;
  /** On the folded button, and on the one that does it. */
  readonly label: string;
  readonly confirm: string;
  readonly tone?: "main" | "bad" | "plain";
  /** What will follow, for someone who is not sure. */
  readonly says?: string;
  readonly children?: Child;
}

export function ActionForm({ session, action, label, confirm, tone = "plain", says, children }: Props) {
  const look = tone === "plain" ? "" : ` btn-${tone}`;
  return (
    <details>
      <summary class={`btn btn-sm${look}`}>{label}</summary>
      <form method="post" action={action} class="card stack mt-2">
        <input type="hidden" name="csrf" value={session.csrf} />
        {says !== undefined && <p class="small">{says}</p>}
        {children}
        <label class="field">
          <span>Why?</span>
          <input class="input" name="reason" required minlength={3} maxlength={2000} autocomplete="off" />
        </label>
        <button class={`btn${look}`} type="submit">
          {confirm}
        </button>
      </form>
    </details>
  );
}
