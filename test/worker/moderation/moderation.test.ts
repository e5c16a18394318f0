import { part } from "../../support/part.ts";

part("actions", () => import("./actions.ts"));
part("blocklist-match", () => import("./blocklist-match.ts"));
part("registry-context", () => import("./registry-context.ts"));
part("restore-skill", () => import("./restore-skill.ts"));
part("suppressions", () => import("./suppressions.ts"));
part("unread-files", () => import("./unread-files.ts"));
part("yank-owner", () => import("./yank-owner.ts"));
