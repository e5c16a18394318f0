/** The result of creating a token. The token is stored as a hash, so this response alone shows it. */
import { Copyable } from "./copyable.tsx";

export type NewToken = { readonly token: string } | { readonly problem: string } | null;

export function NewTokenNotice({ result }: { result: NewToken }) {
  if (result === null) return null;
  if ("problem" in result)
    return (
      <p class="notice notice-bad" role="alert">
        {result.problem}
      </p>
    );
  return (
    <div class="notice notice-good stack" role="status">
      <p>Copy this token now – it won't be shown again.</p>
      <Copyable label="The new token" text={result.token} />
    </div>
  );
}
