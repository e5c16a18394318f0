/** The variables in the context of every handler. */
import type { CloudflareEnv } from "../env.ts";
import type { Caller } from "./auth.ts";

export interface AppEnv {
  readonly Bindings: CloudflareEnv;
  readonly Variables: { readonly caller: Caller; readonly requestId: string };
}
