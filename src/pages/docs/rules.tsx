/** `/docs/rules`: all rules, generated from the rule set that runs. */
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import type { Rule } from "../../scan/rule.ts";
import { families, rulesDigest } from "../../scan/rules/index.ts";
import { ENGINE_VERSION } from "../../scan/version.ts";
import { SeverityBadge } from "../parts/trust-badges.tsx";
import { sendDocPage } from "./frame.tsx";

export const rulesDoc = new Hono<AppEnv>();

rulesDoc.get("/docs/rules", (c) => {
  const total = families.reduce((sum, family) => sum + family.rules.length, 0);
  return sendDocPage(
    c,
    {
      title: "Rules",
      description: `The ${total} rules of the scanner: what each one detects and how to fix it.`,
    },
    <>
      <p class="lead">
        {`Engine ${ENGINE_VERSION}, ${total} rules. The same content and engine always give the same report.`}
      </p>
      <p class="small muted">
        Rule set digest: <code>{rulesDigest(families)}</code>. Rules match facts about texts, code, settings
        and files. Confidence: how likely the finding is correct.
      </p>
      <nav aria-label="Rule families">
        <ul>
          {families.map((family) => (
            <li>
              <a href={`#family-${family.id}`}>{family.title}</a>{" "}
              <span class="muted num">{family.rules.length}</span>
            </li>
          ))}
        </ul>
      </nav>
      {families.map((family) => (
        <section>
          <h2 id={`family-${family.id}`}>{family.title}</h2>
          {family.rules.map((rule) => (
            <RuleEntry rule={rule} />
          ))}
        </section>
      ))}
    </>,
  );
});

function RuleEntry({ rule }: { rule: Rule }) {
  return (
    <article class="card my-3" id={rule.id}>
      <h3 class="mt-0!">{rule.title}</h3>
      <p class="row">
        <SeverityBadge severity={rule.severity} />
        <code>{rule.id}</code>
        <span class="tiny muted">{`${rule.category}, ${rule.kind}, ${Math.round(rule.confidence * 100)}% confidence`}</span>
      </p>
      <p class="mt-2">{rule.message}</p>
      <p class="small muted mt-1">
        <strong>How to fix: </strong>
        {rule.advice}
      </p>
      {rule.references.length > 0 && <p class="tiny muted">{rule.references.join(" · ")}</p>}
    </article>
  );
}
