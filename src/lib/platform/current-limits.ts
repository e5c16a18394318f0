/** The limits in force for the current run: the defaults with the environment's overrides. */
import { type Limits, readLimits } from "../../domain/limits.ts";
import { requireWorkerEnv } from "../worker-context.ts";

export function currentLimits(): Limits {
  return readLimits(requireWorkerEnv());
}
