import { part } from "../../support/part.ts";

part("github", () => import("./github.ts"));
