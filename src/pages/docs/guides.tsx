/** The guides: getting started, submitting, running one's own. Our own words; the rules and the API are generated. */

import { Hono } from "hono";
import { defaultLimits } from "../../domain/limits.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { publicOrigin } from "../../http/public-url.ts";
import { Copyable } from "../parts/copyable.tsx";
import { fileSize } from "../parts/format.tsx";
import { sendDocPage } from "./frame.tsx";

export const guides = new Hono<AppEnv>();

guides.get("/docs", (c) => {
  const origin = publicOrigin(c);
  return sendDocPage(
    c,
    {
      title: "Getting started",
      description: "What a verified skill is, how to find one and how to install it.",
    },
    <>
      <p class="lead">
        A skill is a folder with a <code>SKILL.md</code> and, if it needs them, scripts, references and
        assets. An agent loads it and does what it says. That is the point, and the danger.
      </p>
      <h2>Find one</h2>
      <p>
        <a href="/skills">Search the registry</a>, or let a client do it:
      </p>
      <Copyable label="Search with skills" text={`SKILLS_API_URL=${origin} npx skills find csv`} />
      <h2>Read what was found</h2>
      <p>
        Each skill's page shows its tier with the reasons, what its files are able to do (network, shell, file
        writes, secrets), every finding with rule, file, line and quoted text, and the files themselves.
      </p>
      <h2>Install it</h2>
      <Copyable label="Install with skills" text={`npx skills add ${origin}/skills/OWNER/REPO/SKILL`} />
      <p>
        The page of each skill has the command for every client: <code>skills</code>, Claude Code, ClawHub,
        npm, MCP, or a plain archive with its checksum. What you get is byte for byte what was scanned: the
        digest on the page is the digest of what is installed.
      </p>
      <h2>Stay on a version</h2>
      <p>
        Add <code>@1.2.3</code> to the address to pin a version. A version that is yanked is no longer
        offered, but stays installable by its exact number; a skill that is taken down is gone from every
        path.
      </p>
      <h2>When something is wrong</h2>
      <p>
        Every skill's page has “Report a problem”. Authors appeal there, too: nobody is banned by a machine.
      </p>
    </>,
  );
});

guides.get("/docs/submitting", (c) =>
  sendDocPage(
    c,
    {
      title: "Submitting a skill",
      description: "How to submit a skill, what is checked, and what each verdict means.",
    },
    <>
      <p class="lead">
        <a href="/submit">Paste the address</a> of a public GitHub repository or of a site with skills, or
        upload an archive. You see each stage as it happens.
      </p>
      <h2>What a skill looks like</h2>
      <p>
        A folder with a <code>SKILL.md</code> that follows the agentskills.io standard: front matter with{" "}
        <code>name</code> and <code>description</code>, then instructions. Optional: <code>license</code>,{" "}
        <code>allowed-tools</code>, and under <code>metadata</code> a <code>version</code>, a{" "}
        <code>category</code> and <code>tags</code>.
      </p>
      <p>
        {`At most ${defaultLimits.skillFiles} files and ${fileSize(defaultLimits.skillBytes)} in one skill, ${fileSize(defaultLimits.fileBytes)} in one file.`}{" "}
        A repository may hold many skills; each becomes a submission of its own.
      </p>
      <h2>What happens</h2>
      <ol>
        <li>The source is fetched once and pinned. From then on only these bytes count.</li>
        <li>Static rules read every file.</li>
        <li>The deep analysis parses scripts and follows what they read, run and send.</li>
        <li>A clean pass is published at once. Concerns wait for a person.</li>
      </ol>
      <h2>What a verdict means</h2>
      <ul>
        <li>
          <strong>Pass</strong>: 80 points or more, with nothing malicious or suspicious open.
        </li>
        <li>
          <strong>Concerns</strong>: a person decides. This is not an accusation; fixing the findings and
          submitting again is often quicker.
        </li>
        <li>
          <strong>Fail</strong>: not published. The page says which rule, in which file and line, and what to
          change.
        </li>
      </ul>
      <p>
        Submitting the same content again changes nothing; changed content is a new version, numbered for you
        unless your front matter says a version.
      </p>
      <h2>Uploads and tokens</h2>
      <p>
        An upload is published under an owner's name, so it needs a token of that owner, which the operators
        of this registry hand out. Public repositories need none.
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
      title: "Run your own",
      description: "How to run this registry on one machine or on Cloudflare's network.",
    },
    <>
      <p class="lead">Two commands, no account, no Docker, no network needed once it is installed.</p>
      <Copyable label="Install and start" text={"npm ci\nnpm start"} />
      <p>
        The first start builds the Worker, creates the ledger under <code>.vskill/</code>, prints an admin
        token once, and submits the examples (<code>--no-examples</code> leaves them out). Everything is
        stored in that one folder.
      </p>
      <h2>Settings</h2>
      <ul>
        <li>
          <code>--port</code>, <code>--host</code>, <code>--data</code>: where it listens and where it stores.
        </li>
        <li>
          <code>PUBLIC_URL</code>: the address that links and clients are given, when a proxy stands in front.
        </li>
        <li>
          <code>TRUSTED_PROXY</code>: the header in which that proxy sends the caller's address.
        </li>
        <li>
          <code>ADMIN_TOKEN</code>: an admin token of your own, instead of the printed one.
        </li>
        <li>
          <code>GITHUB_TOKEN</code>: lifts GitHub's rate limit.
        </li>
      </ul>
      <h2>Administration</h2>
      <p>
        Sign in at <a href="/admin">/admin</a> with the admin token: reviews, stuck work, dead letters,
        blocklist, tokens, pause and the audit log.
      </p>
      <h2>When one machine is not enough</h2>
      <p>
        <code>npm run deploy</code> puts the same code on Cloudflare's network. The embedded server runs the
        same runtime, workerd; it is meant for one machine and small teams.
      </p>
    </>,
  ),
);
