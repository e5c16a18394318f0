/** The columns that every list of tokens has: scopes, last use, expiry. */
import type { Child } from "hono/jsx";
import type { Token } from "../../lib/accounts/token-store.ts";
import { When } from "./format.tsx";
import type { Column } from "./table.tsx";

export const tokenColumns: readonly Column<Token>[] = [
  { heading: "Scopes", cell: ({ scopes }) => scopes.join(", ") },
  {
    heading: "Last used",
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? "never" : <When at={lastUsedAt} />),
  },
  { heading: "Expires", cell: expiryOf },
];

function expiryOf({ revokedAt, expiresAt }: Token): Child {
  if (revokedAt !== null) return <span class="bad">revoked</span>;
  return expiresAt === null ? "never" : <When at={expiresAt} />;
}
