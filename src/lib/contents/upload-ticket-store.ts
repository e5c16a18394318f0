/**
 * Tickets for files that are uploaded one by one before their skill is published. A ticket fixes size and digest,
 * belongs to the token that requested it, and is valid for an hour. Later requests delete files that were never
 * published.
 */
import { createHash } from "node:crypto";
import { and, eq, gt, inArray, lte } from "drizzle-orm";
import { execute, ledger, statement } from "../db.ts";
import { uploadTickets } from "../ledger/schema/submissions.ts";
import { archiveBucket } from "../platform/bucket.ts";

const TICKET_MS = 60 * 60_000;
/** Expired tickets deleted with each new one: more than are created, so that they never pile up. */
const SWEPT_AT_ONCE = 5;

const incomingKey = (id: string) => `incoming/${id}`;

export type UploadTicket = typeof uploadTickets.$inferSelect;

export async function openTicket(
  file: Pick<UploadTicket, "tokenId" | "size" | "sha256">,
  nowMs: number,
): Promise<string> {
  await sweep(nowMs);
  const id = crypto.randomUUID();
  await execute(
    statement(
      ledger()
        .insert(uploadTickets)
        .values({ ...file, id, expiresAt: nowMs + TICKET_MS }),
    ),
  );
  return id;
}

/** The ticket, if it belongs to this token and is still valid. */
export async function getTicket(id: string, tokenId: string, nowMs: number): Promise<UploadTicket | null> {
  const row = await ledger()
    .select()
    .from(uploadTickets)
    .where(
      and(eq(uploadTickets.id, id), eq(uploadTickets.tokenId, tokenId), gt(uploadTickets.expiresAt, nowMs)),
    )
    .get();
  return row ?? null;
}

/** False when the bytes do not match the ticket. */
export async function storeTicketBytes(
  ticket: UploadTicket,
  bytes: Uint8Array,
  nowMs: number,
): Promise<boolean> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (bytes.byteLength !== ticket.size || sha256 !== ticket.sha256) return false;
  await archiveBucket().put(incomingKey(ticket.id), bytes);
  await execute(
    statement(ledger().update(uploadTickets).set({ storedAt: nowMs }).where(eq(uploadTickets.id, ticket.id))),
  );
  return true;
}

/** The bytes of each id; null when one is missing, belongs to another token or has expired. */
export async function readTickets(
  ids: readonly string[],
  tokenId: string,
  nowMs: number,
): Promise<Map<string, Uint8Array> | null> {
  const found = new Map<string, Uint8Array>();
  for (const id of ids) {
    const ticket = await getTicket(id, tokenId, nowMs);
    const object = ticket === null ? null : await archiveBucket().get(incomingKey(id));
    if (object === null) return null;
    found.set(id, new Uint8Array(await object.arrayBuffer()));
  }
  return found;
}

export async function closeTickets(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await archiveBucket().delete(ids.map(incomingKey));
  for (let start = 0; start < ids.length; start += 50)
    await execute(
      statement(
        ledger()
          .delete(uploadTickets)
          .where(inArray(uploadTickets.id, ids.slice(start, start + 50))),
      ),
    );
}

async function sweep(nowMs: number): Promise<void> {
  const expired = await ledger()
    .select({ id: uploadTickets.id })
    .from(uploadTickets)
    .where(lte(uploadTickets.expiresAt, nowMs))
    .limit(SWEPT_AT_ONCE);
  await closeTickets(expired.map(({ id }) => id));
}
