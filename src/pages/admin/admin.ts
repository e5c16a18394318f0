/** All admin pages. Never cached. */
import { Hono } from "hono";
import { noStore } from "../../http/admin-session.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { auditPage } from "./audit.tsx";
import { adminBlocklistPage } from "./blocklist.tsx";
import { deadLettersPage } from "./dead-letters.tsx";
import { overviewPage } from "./overview.tsx";
import { adminOwnersPage } from "./owners.tsx";
import { adminReportsPage } from "./reports.tsx";
import { signInPage } from "./sign-in.tsx";
import { adminSkillsPage } from "./skills.tsx";
import { adminSubmissionsPage } from "./submissions.tsx";
import { adminSuppressionsPage } from "./suppressions.tsx";
import { adminTokensPage } from "./tokens.tsx";

export const adminPages = new Hono<AppEnv>();

adminPages.use("/admin", noStore);
adminPages.use("/admin/*", noStore);

const routes = [
  signInPage,
  overviewPage,
  adminSubmissionsPage,
  deadLettersPage,
  adminSkillsPage,
  adminBlocklistPage,
  adminSuppressionsPage,
  adminReportsPage,
  adminOwnersPage,
  adminTokensPage,
  auditPage,
];
for (const route of routes) adminPages.route("/", route);
