/**
 * Reads many KV records at once, within the operations that one invocation may use, and tolerates bad records: every
 * key gets an outcome, nothing throws, and no key is dropped without being counted.
 */
import { chunk } from "./chunk.ts";
import type { KvClient } from "./kv.ts";

/** KV operations for one call. Production stops an invocation at 1,000; the rest is for the code around the call. */
export const KV_OPERATIONS_PER_CALL = 900;

/** Up to this many keys are read one by one, so that a slow or bad record delays no other; above, 100 are read together. */
const BULK_KEYS = 100;

export type ReadOutcome =
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "readFailed" }
  | { readonly kind: "notRead" };

/** Counts operations and refuses those beyond the limit. */
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
 * Lists every key under a prefix that `keep` accepts, over all pages. It filters page by page, because holding all keys
 * in memory costs more garbage collection than looking at them. It ends on `list_complete`, never on an empty page,
 * because deleted keys leave empty pages behind. `complete` is false only when the budget ended first. A page that
 * fails throws: without it nobody knows what is missing.
 */
export async function listKeys(
  kv: Pick<KvClient, "list">,
  { prefix, keep }: { readonly prefix: string; readonly keep: (key: ListKey) => boolean },
  budget: KvBudget,
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

/** Reads all keys concurrently. The result has an outcome for every key. */
export async function readMany(
  kv: KvReader,
  keys: readonly string[],
  budget: KvBudget,
): Promise<Map<string, ReadOutcome>> {
  const outcomes = new Map<string, ReadOutcome>(keys.map((key) => [key, { kind: "notRead" }]));
  const reading = { kv, budget, outcomes };
  if (keys.length <= BULK_KEYS) {
    await readEach(keys, reading);
    return outcomes;
  }
  await Promise.allSettled([...chunk(keys, BULK_KEYS)].map((group) => readBulk(group, reading)));
  return outcomes;
}

interface Reading {
  readonly kv: KvReader;
  readonly budget: KvBudget;
  readonly outcomes: Map<string, ReadOutcome>;
}

async function readEach(keys: readonly string[], { kv, budget, outcomes }: Reading): Promise<void> {
  const affordable = keys.slice(0, budget.left).filter(() => budget.take());
  const settled = await Promise.allSettled(affordable.map(async (key) => kv.get(key)));
  affordable.forEach((key, index) => {
    const result = settled[index];
    if (result?.status === "fulfilled") outcomes.set(key, toOutcome(result.value));
    else outcomes.set(key, { kind: "readFailed" });
  });
}

/** One operation for the chunk. If it fails (one value that is too large fails all), each half is read again. */
async function readBulk(keys: string[], reading: Reading): Promise<void> {
  const { kv, budget, outcomes } = reading;
  if (keys.length === 1) return readEach(keys, reading);
  if (!budget.take()) return;
  try {
    const values = await kv.getMany(keys);
    for (const key of keys) outcomes.set(key, toOutcome(values.get(key) ?? null));
  } catch {
    for (const key of keys) outcomes.set(key, { kind: "readFailed" });
    const middle = Math.ceil(keys.length / 2);
    await Promise.allSettled([
      readBulk(keys.slice(0, middle), reading),
      readBulk(keys.slice(middle), reading),
    ]);
  }
}

function toOutcome(value: string | null): ReadOutcome {
  return value === null ? { kind: "missing" } : { kind: "value", text: value };
}
