/** Why a version has its trust marks: verdict, engine, date, digest, and later findings. */
import { countUnreadFiles } from "../../domain/decision.ts";
import { hasProvenance, isCertified, type Trust, trustMarksOf } from "../../domain/trust.ts";
import { type EffectiveReport, withoutSuppressed } from "../../lib/scans/without-suppressed.ts";
import type { ScanReport } from "../../scan/report.ts";
import { count, Digest, When } from "../parts/format.tsx";
import { TrustBadges } from "../parts/trust-badges.tsx";
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
        <dd class="num">{`${version.score}/100`}</dd>
        <dt>Scanned</dt>
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

function reasonsOf(loaded: LoadedSkill): Reason[] {
  const { version, report } = loaded;
  const reasons: Reason[] = [verdictReason(loaded)];
  if (report !== null) reasons.push(coverageReason(report, version.files.length));
  if (isCertified(version.certTier)) reasons.push(approvalReason(loaded));
  if (version.commit !== null)
    reasons.push({ good: true, text: `Pinned to commit ${version.commit.slice(0, COMMIT_SHOWN)}.` });
  return reasons;
}

/** As many characters as git abbreviates a commit to. */
const COMMIT_SHOWN = 7;

function verdictReason({ version: { verdict }, report, suppressions }: LoadedSkill): Reason {
  if (verdict === "PASS") return passReason(report === null ? null : withoutSuppressed(report, suppressions));
  const outcome = verdict === "CONCERNS" ? "raised concerns" : `returned ${verdict}`;
  return { good: false, text: `Deep analysis ${outcome}; approved by a reviewer.` };
}

/**
 * `effective` is the result now: a suppression that counted when the version was approved may have ended. A scan can pass
 * with findings, so only a report can show that there are none.
 */
function passReason(effective: EffectiveReport | null): Reason {
  const passed = "Passed static and deep analysis";
  if (effective === null) return { good: true, text: `${passed}.` };
  if (effective.verdict !== "PASS")
    return { good: false, text: "Passed when it was published. The findings below no longer give a pass." };
  if (effective.suppressed > 0)
    return { good: true, text: `${passed}, except for findings that a reviewer suppressed.` };
  const isEmpty = effective.findings.length === 0;
  return { good: true, text: isEmpty ? "No issues in static or deep analysis." : `${passed}.` };
}

function coverageReason(report: ScanReport, files: number): Reason {
  if (!report.complete)
    return { good: false, text: `${count(countUnreadFiles(report), "file")} could not be read in full.` };
  return { good: true, text: files === 1 ? "The only file was scanned." : `All ${files} files scanned.` };
}

function approvalReason({ version, publisherVerified }: LoadedSkill): Reason {
  if (!hasProvenance(version.trustTier))
    return { good: true, text: "Approved by a reviewer or a verified publisher." };
  // Null: not looked up, because the database is unavailable.
  const isVerified = publisherVerified === true;
  return {
    good: true,
    text: isVerified ? "Publisher verified." : "The publisher was verified when this version was published.",
  };
}
