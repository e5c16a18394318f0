import { Refusal } from "../../domain/problem.ts";
import type { SourceRef } from "../../domain/source-ref.ts";
import type { CollectedSkill } from "./collect-skills.ts";
export interface FetchedSource {
  readonly commit: string | null;
  readonly ref: SourceRef;
  readonly skills: CollectedSkill[];
}
export async function fetchSource(
  _ref: SourceRef,
  _options: { signal?: AbortSignal },
): Promise<FetchedSource> {
  throw new Refusal("UNAVAILABLE");
}
