/** The limits of the current environment: the defaults with its overrides. */
import { type Limits, readLimits } from "../../domain/limits.ts";
import { requireWorkerEnv } from "../worker-context.ts";

export function currentLimits(): Limits {
  return readLimits(requireWorkerEnv());
}
