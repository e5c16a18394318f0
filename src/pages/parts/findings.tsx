/** Findings and permissions of a scan: rule, file, line, quoted text, advice. Used for skills, submissions and reviews. */

import type { Capability, Finding, ScanReport } from "../../scan/report.ts";
import { severities } from "../../scan/report.ts";
import { Code } from "./scrolling.tsx";
import { SeverityBadge } from "./trust-badges.tsx";
import { Visible } from "./visible.tsx";

/** The address of a line of a file; null when the file cannot be shown. */
export type FileLink = (path: string, line: number) => string | null;

export function Findings({ report, fileLink }: { report: ScanReport; fileLink: FileLink }) {
  if (report.findings.length === 0) {
    return <p class="muted">{`No issues found (engine ${report.engine}).`}</p>;
  }
  const worstFirst = [...report.findings].sort(
    (a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity),
  );
  return (
    <ul class="stack">
      {worstFirst.map((finding) => (
        <FindingItem finding={finding} fileLink={fileLink} />
      ))}
    </ul>
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

function FindingItem({ finding, fileLink }: { finding: Finding; fileLink: FileLink }) {
  const href = fileLink(finding.file, finding.line);
  const place = `${finding.file}, line ${finding.line}`;
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
        <strong>{finding.message}</strong>
      </p>
      <p class="small muted">{href === null ? place : <a href={href}>{place}</a>}</p>
      <Code label={`Quoted from ${place}`} kind="code-wrap mt-2">
        <Visible text={finding.snippet} />
      </Code>
      <p class="small mt-2">{finding.advice}</p>
      {finding.path.length > 0 && (
        <ol class="small muted mt-2">
          {finding.path.map(({ file, line, note }) => (
            <li>{`${file}:${line} ${note}`}</li>
          ))}
        </ol>
      )}
    </li>
  );
}

const CAPABILITIES: Readonly<Record<Capability["kind"], string>> = {
  network: "Network",
  shell: "Shell commands",
  "file-write": "Writes files",
  "secret-read": "Reads secrets",
  "package-install": "Installs packages",
  persistence: "Persists after the session",
  tool: "Agent tools",
};

/** The skill's permissions by kind; each detail once. */
export function Capabilities({ report }: { report: ScanReport }) {
  if (report.capabilities.length === 0) {
    return <p class="muted small">No network, shell, file or secret access found.</p>;
  }
  const kinds = [...new Set(report.capabilities.map(({ kind }) => kind))];
  return (
    <dl class="facts">
      {kinds.map((kind) => (
        <>
          <dt>{CAPABILITIES[kind]}</dt>
          <dd class="row">{detailsOf(report, kind)}</dd>
        </>
      ))}
    </dl>
  );
}

/** The JSON report has all of them. */
const DETAILS_SHOWN = 12;

function detailsOf(report: ScanReport, kind: Capability["kind"]) {
  const details = new Map<string, Capability>();
  for (const capability of report.capabilities) {
    if (capability.kind === kind && !details.has(capability.detail))
      details.set(capability.detail, capability);
  }
  const shown = [...details.values()].slice(0, DETAILS_SHOWN);
  const more = details.size - shown.length;
  return (
    <>
      {shown.map(({ detail, file, line, declared }) => (
        <span
          class="chip"
          title={`${file}:${line}${declared ? ", declared by the author" : ", not declared by the author"}`}
        >
          <Visible text={detail} />
          {declared ? "" : " *"}
        </span>
      ))}
      {more > 0 && <span class="tiny muted">{`and ${more} more`}</span>}
    </>
  );
}
