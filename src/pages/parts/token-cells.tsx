/** What every list of tokens says of one: what it may do, when it was used, when it ends. */
import type { Token } from "../../lib/accounts/token-store.ts";
import { When } from "./format.tsx";

export function TokenHeads() {
  return (
    <>
      <th scope="col">Scopes</th>
      <th scope="col">Used</th>
      <th scope="col">Ends</th>
    </>
  );
}

export function TokenCells({ token }: { token: Token }) {
  return (
    <>
      <td>{token.scopes.join(", ")}</td>
      <td>{token.lastUsedAt === null ? "never" : <When at={token.lastUsedAt} />}</td>
      <td>
        {token.revokedAt !== null ? (
          <span class="bad">revoked</span>
        ) : token.expiresAt === null ? (
          "never"
        ) : (
          <When at={token.expiresAt} />
        )}
      </td>
    </>
  );
}
