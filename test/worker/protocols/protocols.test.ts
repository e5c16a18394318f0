import { part } from "../../support/part.ts";

part("all", () => import("./all.ts"));
part("clawhub-version", () => import("./clawhub-version.ts"));
part("clawhub", () => import("./clawhub.ts"));
part("discovery-update", () => import("./discovery-update.ts"));
part("mcp", () => import("./mcp.ts"));
part("no-substitute", () => import("./no-substitute.ts"));
