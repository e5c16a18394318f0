/** The same limits as the API's, for forms of our pages: by address, before anything is read (L63). */
import type { MiddlewareHandler } from "hono";
import { Refusal } from "../domain/problem.ts";
import { requireWorkerEnv } from "../lib/worker-context.ts";
import type { AppEnv } from "./app-env.ts";
import { callerAddress } from "./rate-limit.ts";

export const limitPageWrites: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { success } = await requireWorkerEnv().RATE_LIMIT_WRITE.limit({ key: `address:${callerAddress(c)}` });
  if (!success) throw new Refusal("RATE_LIMITED");
  return next();
};
