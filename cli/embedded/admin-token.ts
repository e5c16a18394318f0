/** The admin token of a data folder: generated once, shown once, stored as a hash only. */
import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { DataFolder } from "./data-folder.ts";
import { EXIT, explainDiskError, StartFailure } from "./failure.ts";
import { sha256Hex } from "./settings.ts";

export interface AdminToken {
  readonly sha256: string;
  /** The token itself, to show it, if it is new. */
  readonly fresh: string | null;
}

/** The folder's token, or a new one that is valid once `keepAdminToken` has stored its hash. */
export function resolveAdminToken(folder: DataFolder, given: string | null): AdminToken {
  if (given !== null) return { sha256: given, fresh: null };
  const stored = readStored(folder);
  if (stored !== null) return { sha256: stored, fresh: null };
  const fresh = `vsk_${randomBytes(32).toString("base64url")}`;
  return { sha256: sha256Hex(fresh), fresh };
}

/**
 * Stores the hash of a new token. Called when the server is ready, right before the token is shown: a start that fails
 * earlier must not leave the hash of a token that was never shown.
 */
export function keepAdminToken(folder: DataFolder, token: AdminToken): void {
  if (token.fresh === null) return;
  const draft = `${folder.adminTokenFile}.new`;
  try {
    writeFileSync(draft, `${token.sha256}\n`, { mode: 0o600 });
    chmodSync(draft, 0o600);
    renameSync(draft, folder.adminTokenFile);
  } catch (error) {
    throw explainDiskError(error, folder.path) ?? error;
  }
}

function readStored(folder: DataFolder): string | null {
  let text: string;
  try {
    text = readFileSync(folder.adminTokenFile, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw explainDiskError(error, folder.path) ?? error;
  }
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  const message = `${folder.adminTokenFile} does not contain a SHA-256. Delete it and start again for a new admin token.`;
  throw new StartFailure(EXIT.internal, message);
}
