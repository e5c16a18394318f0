import { part } from "../../support/part.ts";

part("admin", () => import("./admin.ts"));
part("degraded", () => import("./degraded.ts"));
part("every-page", () => import("./every-page.ts"));
part("hostile-forms", () => import("./hostile-forms.ts"));
part("lists", () => import("./lists.ts"));
part("reports", () => import("./reports.ts"));
part("submit", () => import("./submit.ts"));
