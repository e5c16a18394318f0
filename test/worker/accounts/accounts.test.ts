import { part } from "../../support/part.ts";

part("owner-claims", () => import("./owner-claims.ts"));
part("sign-in", () => import("./sign-in.ts"));
part("tokens", () => import("./tokens.ts"));
part("sign-in-records", () => import("./sign-in-records.ts"));
