import { part } from "../../support/part.ts";

part("outages", () => import("./outages.ts"));
part("rebuild", () => import("./rebuild.ts"));
part("stuck", () => import("./stuck.ts"));
