/** The same limits as the API's, for forms of our pages: by address, before anything is read (L63). */
import type { MiddlewareHandler } from "hono";
import { Refusal } from "../domain/problem.ts";
import type { AppEnv } from "./app-env.ts";
import { callerAddress, isAllowed } from "./limiter.ts";

export const limitPageWrites: MiddlewareHandler<AppEnv> = async (c, next) => {
  const address = callerAddress(c);
  if (address !== null && !(await isAllowed("write", `address:${address}`)))
    throw new Refusal("RATE_LIMITED");
  return next();
};
