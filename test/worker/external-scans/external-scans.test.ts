import { part } from "../../support/part.ts";

part("routes", () => import("./routes.ts"));
part("scans", () => import("./scans.ts"));
