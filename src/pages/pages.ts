/** The pages, one file a noun. */
import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { limitPageReads } from "../http/page-rate-limit.ts";
import { accountPage } from "./account.tsx";
import { adminPages } from "./admin/admin.ts";
import { devicePage } from "./device.tsx";
import { guides } from "./docs/guides.tsx";
import { rulesDoc } from "./docs/rules.tsx";
import { homePage } from "./home.tsx";
import { publisherPage } from "./publisher.tsx";
import { publisherClaimPage } from "./publisher-claim.tsx";
import { queuePage } from "./queue.tsx";
import { reportPage } from "./report.tsx";
import { personSignInPage } from "./sign-in.tsx";
import { skillPage } from "./skill.tsx";
import { skillDiffPage } from "./skill-diff.tsx";
import { skillFilesPage } from "./skill-files.tsx";
import { skillReportPage } from "./skill-report.tsx";
import { skillsPage } from "./skills.tsx";
import { submissionPage } from "./submission.tsx";
import { submitPage } from "./submit.tsx";
import { trustPage } from "./trust.tsx";

export const pages = new Hono<AppEnv>();
pages.use("*", limitPageReads);

const nouns = [
  homePage,
  skillsPage,
  skillPage,
  skillFilesPage,
  skillDiffPage,
  skillReportPage,
  reportPage,
  trustPage,
  publisherPage,
  publisherClaimPage,
  submitPage,
  submissionPage,
  queuePage,
  guides,
  rulesDoc,
  personSignInPage,
  accountPage,
  devicePage,
  adminPages,
];
for (const noun of nouns) pages.route("/", noun);
