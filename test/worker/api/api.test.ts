import { part } from "../../support/part.ts";

part("admin", () => import("./admin.ts"));
part("caching", () => import("./caching.ts"));
part("edge", () => import("./edge.ts"));
part("search", () => import("./search.ts"));
part("security", () => import("./security.ts"));
part("skills", () => import("./skills.ts"));
part("slow-bodies", () => import("./slow-bodies.ts"));
part("streams", () => import("./streams.ts"));
part("submissions", () => import("./submissions.ts"));
