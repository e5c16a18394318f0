/** An action behind a confirmation: a button that unfolds a form with a reason. */
import type { Child } from "hono/jsx";
import type { AdminSession } from "../../http/admin-session.ts";

export const MIN_REASON_CHARACTERS = 3;
export const MAX_REASON_CHARACTERS = 2_000;

interface Props {
  readonly session: AdminSession;
  readonly action: string;
  /** On the button that unfolds the form. */
  readonly label: string;
  /** On the button that acts. */
  readonly confirm: string;
  readonly tone?: "main" | "bad" | "plain";
  /** Describes the action. */
  readonly hint?: string;
  readonly reasonLabel?: string;
  readonly maxReason?: number;
  /** Unfolded from the start. */
  readonly open?: boolean;
  readonly children?: Child;
}

export function ActionForm({ session, action, label, confirm, tone = "plain", ...rest }: Props) {
  const { hint, reasonLabel = "Reason", maxReason = MAX_REASON_CHARACTERS, open = false, children } = rest;
  const look = tone === "plain" ? "" : ` btn-${tone}`;
  return (
    <details open={open}>
      <summary class={`btn btn-sm${look}`}>{label}</summary>
      <form method="post" action={action} class="card stack mt-2">
        <input type="hidden" name="csrf" value={session.csrf} />
        {hint !== undefined && <p class="small">{hint}</p>}
        {children}
        <label class="field">
          <span>{reasonLabel}</span>
          <input
            class="input"
            name="reason"
            required
            minlength={MIN_REASON_CHARACTERS}
            maxlength={maxReason}
            autocomplete="off"
          />
        </label>
        <button class={`btn${look}`} type="submit">
          {confirm}
        </button>
      </form>
    </details>
  );
}
