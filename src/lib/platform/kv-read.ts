/**
 * Reads many KV records at once, within what one invocation may spend, and tolerant of bad ones: every key gets
 * an outcome, nothing throws, nothing is dropped without being counted.
 */
import type { KvClient } from "./kv.ts";

/**
 * Operations one call may spend. Production stops an invocation at 1,000; the rest is left to the work that
 * surrounds the call.
 */
export const KV_OPERATIONS_PER_CALL = 900;

/** Up to here each key is read alone, so one slow or bad record holds up no other; above, 100 go as one. */
const BULK_KEYS = 100;

export type ReadOutcome =
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "readFailed" }
  | { readonly kind: "notRead" };

/** Counts operations and refuses the one that would go over. */
export class KvBudget {
  #left: number;
  constructor(operations: number = KV_OPERATIONS_PER_CALL) {
    this.#left = operations;
  }
  take(): boolean {
    if (this.#left <= 0) return false;
    this.#left -= 1;
    return true;
  }
  get left(): number {
    return this.#left;
  }
}

type ListKey = KVNamespaceListKey<unknown>;
type KvReader = Pick<KvClient, "get" | "getMany">;

/**
 * Every key under a prefix that is to be kept, over all pages; the others are let go page by page, because holding
 * them costs the collector more than looking at them. Ends on `list_complete`, never on an empty page (deleted keys leave
 * those behind). `complete` is false only when the budget ended first. A failing page throws: without it nobody
 * knows what is missing.
 */
export async function listKeys(
  kv: Pick<KvClient, "list">,
  prefix: string,
  budget: KvBudget,
  keep: (key: ListKey) => boolean,
): Promise<{ keys: ListKey[]; complete: boolean }> {
  const keys: ListKey[] = [];
  let cursor: string | undefined;
  while (budget.take()) {
    const page = await kv.list(cursor === undefined ? { prefix } : { prefix, cursor });
    for (const key of page.keys) if (keep(key)) keys.push(key);
    if (page.list_complete) return { keys, complete: true };
    cursor = page.cursor;
  }
  return { keys, complete: false };
}

/** Reads all keys, all in flight together; the answer holds an outcome for every key asked for. */
export async function readMany(
  kv: KvReader,
  keys: readonly string[],
  budget: KvBudget,
): Promise<Map<string, ReadOutcome>> {
  const outcomes = new Map<string, ReadOutcome>(keys.map((key) => [key, { kind: "notRead" }]));
  if (keys.length <= BULK_KEYS) {
    await readEach(kv, keys, budget, outcomes);
    return outcomes;
  }
  const chunks: string[][] = [];
  for (let start = 0; start < keys.length; start += BULK_KEYS)
    chunks.push(keys.slice(start, start + BULK_KEYS));
  await Promise.allSettled(chunks.map((chunk) => readBulk(kv, chunk, budget, outcomes)));
  return outcomes;
}

async function readEach(
  kv: KvReader,
  keys: readonly string[],
  budget: KvBudget,
  outcomes: Map<string, ReadOutcome>,
): Promise<void> {
  const affordable = keys.slice(0, budget.left).filter(() => budget.take());
  const settled = await Promise.allSettled(affordable.map(async (key) => kv.get(key)));
  affordable.forEach((key, index) => {
    const result = settled[index];
    if (result?.status === "fulfilled") outcomes.set(key, toOutcome(result.value));
    else outcomes.set(key, { kind: "readFailed" });
  });
}

/** One operation for the chunk; when it fails (one value too large spoils all), each half is read again. */
async function readBulk(
  kv: KvReader,
  keys: string[],
  budget: KvBudget,
  outcomes: Map<string, ReadOutcome>,
): Promise<void> {
  if (keys.length === 1) return readEach(kv, keys, budget, outcomes);
  if (!budget.take()) return;
  try {
    const values = await kv.getMany(keys);
    for (const key of keys) outcomes.set(key, toOutcome(values.get(key) ?? null));
  } catch {
    for (const key of keys) outcomes.set(key, { kind: "readFailed" });
    const middle = Math.ceil(keys.length / 2);
    await Promise.allSettled([
      readBulk(kv, keys.slice(0, middle), budget, outcomes),
      readBulk(kv, keys.slice(middle), budget, outcomes),
    ]);
  }
}

function toOutcome(value: string | null): ReadOutcome {
  return value === null ? { kind: "missing" } : { kind: "value", text: value };
}
