/** Reads and parses KV documents, and counts the ones it skips. A bad record never throws, but is always logged. */
import type { KvClient } from "../../platform/kv.ts";
import { type KvBudget, readMany } from "../../platform/kv-read.ts";
import { log } from "../../platform/log.ts";

/** Why records are missing from a result, counted by kind. */
export interface SkippedCounts {
  /** Listed, but gone when read. */
  readonly missing: number;
  /** Read, but not a valid document. */
  readonly malformed: number;
  /** The read itself was refused or failed. */
  readonly readFailed: number;
  /** Left unread because the invocation had no operations left. */
  readonly notRead: number;
  /** False when not even every key was listed, so the counts above are a lower bound. */
  readonly listComplete: boolean;
}

export interface ReadOptions {
  /** Called once, before the result is returned, when anything was skipped: show the result as partial. */
  readonly onSkipped?: (skipped: SkippedCounts) => void;
}

interface DocumentRequest<T> {
  readonly keys: readonly string[];
  /** Returns null for a malformed document. */
  readonly parse: (key: string, value: unknown) => T | null;
}

/** Reads and parses all keys at once. */
export async function readDocuments<T>(
  kv: Pick<KvClient, "get" | "getMany">,
  { keys, parse }: DocumentRequest<T>,
  budget: KvBudget,
): Promise<{ documents: Map<string, T>; skipped: SkippedCounts }> {
  const documents = new Map<string, T>();
  const counts = { missing: 0, malformed: 0, readFailed: 0, notRead: 0 };
  for (const [key, outcome] of await readMany(kv, keys, budget)) {
    if (outcome.kind !== "value") {
      counts[outcome.kind] += 1;
      continue;
    }
    const document = parse(key, parseJson(outcome.text));
    if (document === null) counts.malformed += 1;
    else documents.set(key, document);
  }
  return { documents, skipped: { ...counts, listComplete: true } };
}

/** Logs the skipped records as one line and calls `onSkipped`; does nothing when no record was skipped. */
export function reportSkipped(operation: string, skipped: SkippedCounts, options: ReadOptions): void {
  const { missing, malformed, readFailed, notRead, listComplete } = skipped;
  if (missing + malformed + readFailed + notRead === 0 && listComplete) return;
  log("warn", "kv.skipped", { operation, ...skipped });
  options.onSkipped?.(skipped);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
