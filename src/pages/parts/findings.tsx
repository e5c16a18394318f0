/** Findings and permissions of a scan: rule, places, lines of the file, advice. Used for skills, submissions and reviews. */

import type { Child } from "hono/jsx";
import type { Suppression } from "../../domain/suppression.ts";
import { withoutSuppressed } from "../../lib/scans/without-suppressed.ts";
import type { Capability, Finding, ScanReport } from "../../scan/report.ts";
import {
  decidedSentence,
  NO_CAPABILITIES,
  permissionsOf,
  readSentence,
  UNDECLARED,
  worstFirst,
} from "../../scan/wording.ts";
import { actorLabel, count, day } from "./format.tsx";
import { Code } from "./scrolling.tsx";
import { SeverityBadge } from "./trust-badges.tsx";
import { Visible } from "./visible.tsx";

/** The address of a line of a file; null when the file cannot be shown. */
export type FileLink = (path: string, line: number) => string | null;

interface FindingsProps {
  readonly report: ScanReport;
  readonly fileLink: FileLink;
  /** Those in force for this content. */
  readonly suppressions: readonly Suppression[];
  /** Where a reviewer can suppress the findings of a rule; null for a rule that cannot be suppressed. */
  readonly suppressLink?: (ruleId: string) => string | null;
}

/** All findings of the report, also those that a reviewer suppressed. */
export function Findings({ report, fileLink, suppressions, suppressLink }: FindingsProps) {
  const decided = decidedSentence(report);
  const read = readSentence(report);
  return (
    <>
      {decided !== null && (
        <p class="small">
          <Visible text={decided} />
        </p>
      )}
      <SuppressedResult report={report} suppressions={suppressions} />
      {report.findings.length === 0 ? (
        <p class="muted">{`No issues found (engine ${report.engine}).`}</p>
      ) : (
        <ul class="stack">
          {worstFirst(report.findings).map((finding) => (
            <FindingItem finding={finding} fileLink={fileLink}>
              <SuppressionOf ruleId={finding.ruleId} suppressions={suppressions} link={suppressLink} />
            </FindingItem>
          ))}
        </ul>
      )}
      {read !== null && <p class="small muted">{read}</p>}
    </>
  );
}

function SuppressedResult({ report, suppressions }: Pick<FindingsProps, "report" | "suppressions">) {
  const { suppressed, verdict, score } = withoutSuppressed(report, suppressions);
  if (suppressed === 0) return null;
  return (
    <p class="notice small">
      {`A reviewer suppressed ${count(suppressed, "finding")}. Result without: ${verdict}, score ${score}/100.`}
    </p>
  );
}

interface SuppressionOfProps {
  readonly ruleId: string;
  readonly suppressions: readonly Suppression[];
  readonly link: FindingsProps["suppressLink"];
}

/** Who suppressed a finding, or where a reviewer can do so. */
function SuppressionOf({ ruleId, suppressions, link }: SuppressionOfProps) {
  const suppression = suppressions.find((entry) => entry.ruleId === ruleId);
  if (suppression !== undefined) {
    const { author, expiresAt, reason } = suppression;
    return (
      <p class="notice small mt-2">
        {`Suppressed by ${actorLabel(author)} until ${day(expiresAt)}: `}
        <Visible text={reason} />
      </p>
    );
  }
  const href = link?.(ruleId) ?? null;
  if (href === null) return null;
  return (
    <p class="small mt-2">
      <a href={href}>Suppress this rule for this content</a>
    </p>
  );
}

/** The parts that the scanner could not read or parse completely, so that readers can look at them. */
export function UnreadFiles({ report: { notLookedAt } }: { report: ScanReport }) {
  if (notLookedAt.length === 0) return null;
  return (
    <div class="card stack">
      <h3>Not fully analysed</h3>
      <ul class="small">
        {notLookedAt.map(({ file, reason }) => (
          <li>
            {file !== "" && (
              <>
                <code>
                  <Visible text={file} />
                </code>
                {": "}
              </>
            )}
            <Visible text={reason} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  malicious: "malicious",
  suspicious: "suspicious",
  vulnerable: "vulnerability",
  quality: "quality",
};

interface FindingItemProps {
  readonly finding: Finding;
  readonly fileLink: FileLink;
  readonly children: Child;
}

function FindingItem({ finding, fileLink, children }: FindingItemProps) {
  const place = placeName(finding);
  return (
    <li class={`finding sev-${finding.severity}`}>
      <p class={`row sev-${finding.severity}`}>
        <SeverityBadge severity={finding.severity} />
        <a href={`/docs/rules#${finding.ruleId}`}>
          <code>{finding.ruleId}</code>
        </a>
        <span class="tiny muted">{`${KINDS[finding.kind] ?? finding.kind}, ${Math.round(finding.confidence * 100)}% confidence`}</span>
      </p>
      <p class="mt-1">
        <strong>
          <Visible text={finding.message} />
        </strong>
      </p>
      <Places finding={finding} fileLink={fileLink} />
      <Code label={`Quoted from ${place}`} kind="code-wrap mt-2">
        <Excerpt finding={finding} />
      </Code>
      {finding.decoded !== undefined && (
        <>
          <p class="small mt-2">Decoded:</p>
          <Code label={`Decoded from ${place}`}>
            <Visible text={finding.decoded} />
          </Code>
        </>
      )}
      <p class="small mt-2">{`How to fix: ${finding.advice}`}</p>
      {children}
      {finding.path.length > 0 && (
        <ol class="small muted mt-2">
          {finding.path.map(({ file, line, note }) => (
            <li>
              <Visible text={`${file}:${line} ${note}`} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

type Place = Finding["places"][number];

const placeName = ({ file, line }: Place) => `${file}, line ${line}`;

/** Further places that are shown; the JSON report has all of them. */
const PLACES_SHOWN = 12;

function Places({ finding, fileLink }: { finding: Finding; fileLink: FileLink }) {
  const places: readonly Place[] = [finding, ...finding.places.slice(0, PLACES_SHOWN)];
  const more = finding.places.length - PLACES_SHOWN;
  return (
    <p class="small muted">
      {places.map((place, index) => {
        const href = fileLink(place.file, place.line);
        const name = <Visible text={placeName(place)} />;
        return (
          <>
            {index > 0 && (index === 1 ? "; also " : "; ")}
            {href === null ? name : <a href={href}>{name}</a>}
          </>
        );
      })}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

/** The lines around the match, with their numbers. Reports of earlier engines have only a snippet. */
function Excerpt({ finding: { context, snippet } }: { finding: Finding }) {
  const { start, lines, marks } = context;
  if (lines.length === 0) return <Visible text={snippet} />;
  const width = String(start + lines.length - 1).length;
  return (
    <>
      {lines.map((text, index) => {
        const { from, to } = marks.find(({ line }) => line === start + index) ?? { from: 0, to: 0 };
        return (
          <>
            <span class="muted">{`${String(start + index).padStart(width)}  `}</span>
            <Visible text={text.slice(0, from)} />
            {to > from && (
              <mark>
                <Visible text={text.slice(from, to)} />
              </mark>
            )}
            <Visible text={text.slice(to)} />
            {"\n"}
          </>
        );
      })}
    </>
  );
}

/** The skill's permissions by kind; each detail once. */
export function Capabilities({ report }: { report: ScanReport }) {
  const permissions = permissionsOf(report);
  if (permissions.length === 0) return <p class="muted small">{NO_CAPABILITIES}</p>;
  return (
    <dl class="facts">
      {permissions.map(({ label, shown, more }) => (
        <>
          <dt>{label}</dt>
          <dd class="row">
            {shown.map((capability) => (
              <Permission capability={capability} />
            ))}
            {more > 0 && <span class="tiny muted">{`and ${more} more`}</span>}
          </dd>
        </>
      ))}
    </dl>
  );
}

function Permission({ capability: { detail, file, line, declared } }: { capability: Capability }) {
  return (
    <span class="chip" title={`${file}:${line}`}>
      <Visible text={detail} />
      {declared ? "" : ` (${UNDECLARED})`}
    </span>
  );
}
