/** Why a version has its tier: for which bytes, by which engine, when, and what speaks against it. */
import { type Trust, trustMarksOf } from "../../domain/trust.ts";
import { Digest, When } from "../parts/format.tsx";
import { TrustBadges } from "../parts/trust-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import type { LoadedSkill } from "./skill.tsx";

export function TrustReasons({ loaded }: { loaded: LoadedSkill }) {
  const { version, report, publisherVerified } = loaded;
  return (
    <section class="card stack" aria-labelledby="trust">
      <h2 id="trust" class="text-lg">
        Trust
      </h2>
      <Marks trust={{ ...version, publisherVerified }} />
      <ul class="small stack">
        {reasonsOf(loaded).map(({ good, text }) => (
          <li class={good ? "reason reason-good" : "reason"}>{text}</li>
        ))}
      </ul>
      {version.tainted !== null && (
        <p class="notice notice-bad small">
          <Visible text={version.tainted} />
        </p>
      )}
      <dl class="facts">
        <dt>Score</dt>
        <dd class="num">{`${version.score} of 100`}</dd>
        <dt>Verified</dt>
        <dd>
          <When at={version.verifiedAt ?? version.publishedAt} />
        </dd>
        <dt>Engine</dt>
        <dd class="num">{version.engine}</dd>
        {report !== null && (
          <>
            <dt>Rules</dt>
            <dd>
              <a href="/docs/rules">
                <code>{report.rules.slice(0, 8)}</code>
              </a>
            </dd>
          </>
        )}
        <dt>Digest</dt>
        <dd>
          <Digest value={version.digest} />
        </dd>
      </dl>
    </section>
  );
}

function Marks({ trust }: { trust: Trust }) {
  const { content, publisher } = trustMarksOf(trust);
  return (
    <>
      <p>
        <TrustBadges trust={trust} />
      </p>
      <p class="small">
        {content.meaning}
        {publisher !== null && ` ${publisher.meaning}`}
      </p>
    </>
  );
}

interface Reason {
  readonly good: boolean;
  readonly text: string;
}

function reasonsOf({ version, report }: LoadedSkill): Reason[] {
  const passed = version.verdict === "PASS";
  const reasons: Reason[] = [
    {
      good: passed,
      text: passed
        ? "Static rules and deep analysis found nothing against it."
        : `The deep analysis said ${version.verdict.toLowerCase()}; a person looked at it and published it.`,
    },
  ];
  if (report !== null) {
    const files = version.files.length;
    reasons.push(
      report.complete
        ? {
            good: true,
            text: `All ${files === 1 ? "of its one file" : `${files} files`} were read to the end.`,
          }
        : { good: false, text: "Some of its bytes could not be analysed." },
    );
  }
  if (version.certTier === "CERTIFIED") {
    const text =
      version.trustTier === "T4"
        ? "Its owner has proven that the name is theirs."
        : "A person has reviewed it.";
    reasons.push({ good: true, text });
  }
  if (version.commit !== null) reasons.push({ good: true, text: "Pinned to one commit of its repository." });
  return reasons;
}
