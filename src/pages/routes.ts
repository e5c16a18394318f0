/** All pages. */
import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { limitPageReads } from "../http/page-rate-limit.ts";
import { accountPage } from "./account/account.tsx";
import { devicePage } from "./account/device.tsx";
import { userSignInPage } from "./account/sign-in.tsx";
import { adminPages } from "./admin/admin.ts";
import { guides } from "./docs/guides.tsx";
import { rulesDoc } from "./docs/rules.tsx";
import { homePage } from "./home.tsx";
import { publisherClaimPage } from "./publisher/claim.tsx";
import { publisherPage } from "./publisher/publisher.tsx";
import { queuePage } from "./queue/queue.tsx";
import { abuseReportPage } from "./skill/abuse-report.tsx";
import { skillDiffPage } from "./skill/diff.tsx";
import { skillFilesPage } from "./skill/files.tsx";
import { reportEntryPage } from "./skill/report-entry.tsx";
import { skillPage } from "./skill/skill.tsx";
import { skillsPage } from "./skills/skills.tsx";
import { submissionPage } from "./submission/submission.tsx";
import { submitPage } from "./submit/submit.tsx";
import { trustPage } from "./trust.tsx";

export const pages = new Hono<AppEnv>();
pages.use("*", limitPageReads);

const routes = [
  homePage,
  skillsPage,
  skillPage,
  skillFilesPage,
  skillDiffPage,
  abuseReportPage,
  reportEntryPage,
  trustPage,
  publisherPage,
  publisherClaimPage,
  submitPage,
  submissionPage,
  queuePage,
  guides,
  rulesDoc,
  userSignInPage,
  accountPage,
  devicePage,
  adminPages,
];
for (const route of routes) pages.route("/", route);
