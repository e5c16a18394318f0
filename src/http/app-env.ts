/** What every handler finds in its context. */
import type { CloudflareEnv } from "../env.ts";
import type { Caller } from "./auth.ts";

export interface AppEnv {
  readonly Bindings: CloudflareEnv;
  readonly Variables: { readonly caller: Caller; readonly requestId: string };
}
