/** The guides: getting started, submitting, self-hosting. */

import { Hono } from "hono";
import { fileSize } from "../../domain/file-size.ts";
import { defaultLimits } from "../../domain/limits.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { publicOrigin } from "../../http/public-url.ts";
import { Copyable } from "../parts/copyable.tsx";
import { sendDocPage } from "./frame.tsx";

export const guides = new Hono<AppEnv>();

guides.get("/docs", (c) => {
  const origin = publicOrigin(c);
  return sendDocPage(
    c,
    {
      title: "Getting started",
      description: "What a skill is, how to find one, check it and install it.",
    },
    <>
      <p class="lead">
        A skill is a folder with a <code>SKILL.md</code> and, if needed, scripts, references and assets. An
        agent loads it and follows it. That makes a skill useful, and dangerous.
      </p>
      <h2>Find a skill</h2>
      <p>
        <a href="/skills">Search the registry</a>, or use a client:
      </p>
      <Copyable label="Search with skills" text={`SKILLS_API_URL=${origin} npx skills find csv`} />
      <h2>Check the scan results</h2>
      <p>
        Each skill's page shows its <a href="/trust">trust level</a> with the reasons, its permissions
        (network, shell, file writes, secrets), every finding with rule, file, line and quoted text, and all
        files.
      </p>
      <h2>Install it</h2>
      <Copyable label="Install with skills" text={`npx skills add ${origin}/skills/OWNER/REPO/SKILL`} />
      <p>
        Each skill's page has the command for every client: <code>skills</code>, Claude Code, ClawHub, npm,
        MCP, or an archive with its checksum. You install exactly the bytes we scanned: the digest on the page
        is the digest of the installed content.
      </p>
      <h2>Pin a version</h2>
      <p>
        Add <code>@1.2.3</code> to the URL. A yanked version is no longer offered, but still installable by
        exact version. A skill that was taken down can't be installed.
      </p>
      <h2>Report a problem</h2>
      <p>
        Every skill's page has a “Report a problem” link. Authors appeal there, too: bans are always reviewed
        by a person.
      </p>
    </>,
  );
});

guides.get("/docs/submitting", (c) =>
  sendDocPage(
    c,
    {
      title: "Submitting a skill",
      description: "How to submit a skill, what we check, and what each verdict means.",
    },
    <>
      <p class="lead">
        <a href="/submit">Enter the URL</a> of a public GitHub repository or of a website that hosts skills,
        or upload an archive. Then watch it being scanned live.
      </p>
      <h2>Format</h2>
      <p>
        A folder with a <code>SKILL.md</code> that follows the agentskills.io standard: front matter with{" "}
        <code>name</code> and <code>description</code>, then instructions. Optional: <code>license</code>,{" "}
        <code>allowed-tools</code>, and under <code>metadata</code> a <code>version</code>, a{" "}
        <code>category</code> and <code>tags</code>.
      </p>
      <p>
        {`At most ${defaultLimits.skillFiles} files and ${fileSize(defaultLimits.skillBytes)} in one skill, ${fileSize(defaultLimits.fileBytes)} in one file.`}{" "}
        A repository may contain many skills; each is submitted separately.
      </p>
      <h2>Stages</h2>
      <ol>
        <li>We fetch the source once and pin it: nothing can change after the scan.</li>
        <li>Static analysis checks every file.</li>
        <li>Deep analysis parses scripts and follows what they read, run and send.</li>
        <li>A skill that passes is published at once. Borderline cases go to human review.</li>
      </ol>
      <h2>Verdicts</h2>
      <ul>
        <li>
          <strong>Pass</strong>: Score ≥ 80 and no open malicious or suspicious findings.
        </li>
        <li>
          <strong>Concerns</strong>: a reviewer decides. You can wait, or fix the findings and resubmit –
          often faster.
        </li>
        <li>
          <strong>Fail</strong>: rejected. The submission's page shows the rule, file and line, and how to fix
          it.
        </li>
      </ul>
      <p>
        Submitting the same content again changes nothing. Changed content becomes a new version. The version
        is auto-incremented unless your front matter sets a version.
      </p>
      <h2>Uploads and tokens</h2>
      <p>
        Uploads are published under an owner name and need that owner's token, issued by this registry's
        operators. Public repositories need no token.
      </p>
      <Copyable
        label="Upload from the command line"
        text={`curl -H "Authorization: Bearer $VSKILL_TOKEN" -H "Content-Type: application/zip" \\\n  --data-binary @skill.zip ${publicOrigin(c)}/api/v1/submissions/upload`}
      />
    </>,
  ),
);

guides.get("/docs/self-hosting", (c) =>
  sendDocPage(
    c,
    {
      title: "Self-host",
      description: "How to run this registry on one machine or on Cloudflare.",
    },
    <>
      <p class="lead">Two commands. No account, no Docker, and no network once installed.</p>
      <Copyable label="Install and start" text={"npm ci\nnpm start"} />
      <p>
        The first start builds the Worker, creates the database under <code>.vskill/</code>, prints an admin
        token once, and submits examples (skip them with <code>--no-examples</code>). All data is in that
        folder.
      </p>
      <h2>Settings</h2>
      <ul>
        <li>
          <code>--port</code>, <code>--host</code>, <code>--data</code>: port, interface and data folder.
        </li>
        <li>
          <code>PUBLIC_URL</code>: the public URL, when the server is behind a proxy.
        </li>
        <li>
          <code>TRUSTED_PROXY</code>: the header in which the proxy sends the client's IP address.
        </li>
        <li>
          <code>ADMIN_TOKEN</code>: your own admin token instead of the printed one.
        </li>
        <li>
          <code>GITHUB_TOKEN</code>: raises GitHub's rate limit.
        </li>
      </ul>
      <h2>Admin</h2>
      <p>
        Sign in at <a href="/admin">/admin</a> with the admin token for reviews, stuck jobs, dead letters, the
        blocklist, suppressions, tokens, the pause switch and the audit log.
      </p>
      <h2>Deploy to Cloudflare</h2>
      <p>
        <code>npm run deploy</code> deploys the same code to Cloudflare. The embedded server uses the same
        runtime, workerd, and suits one machine and small teams.
      </p>
    </>,
  ),
);
