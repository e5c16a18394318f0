/**
 * Turns keys into parsed documents and an honest count of what was skipped. "Skipped silently" means never
 * thrown and never missing from the log.
 */
import type { KvClient } from "../../platform/kv.ts";
import { type KvBudget, readMany } from "../../platform/kv-read.ts";
import { log } from "../../platform/log.ts";

/** Why records are absent from an answer, counted by kind. */
export interface SkippedCounts {
  /** Listed, but gone when read. */
  readonly missing: number;
  /** Read, but not a document of ours. */
  readonly malformed: number;
  /** The read itself was refused or failed. */
  readonly readFailed: number;
  /** Left unread because the invocation's operations were spent. */
  readonly notRead: number;
  /** False when not even every key was listed, so the counts above are a lower bound. */
  readonly listComplete: boolean;
}

export interface ReadOptions {
  /** Called once, before the answer, when anything was skipped: show the answer as partial. */
  readonly onSkipped?: (skipped: SkippedCounts) => void;
}

/** Reads and parses all keys at once. `parse` answers null for a document that is not one of ours. */
export async function readDocuments<T>(
  kv: Pick<KvClient, "get" | "getMany">,
  keys: readonly string[],
  budget: KvBudget,
  parse: (key: string, value: unknown) => T | null,
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

/** Logs what was skipped as one line and tells the caller that asked; does nothing when nothing was. */
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
