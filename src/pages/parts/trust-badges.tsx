/** Badges for trust and severity. */
import { type Trust, type TrustMark, trustMarksOf } from "../../domain/trust.ts";

/** The content mark, and the publisher mark where it is known. */
export function TrustBadges({ trust }: { trust: Trust }) {
  const { content, publisher } = trustMarksOf(trust);
  return (
    <>
      <MarkBadge mark={content} />
      {publisher !== null && (
        <>
          {" "}
          <MarkBadge mark={publisher} />
        </>
      )}
    </>
  );
}

export function MarkBadge({ mark: { id, label, meaning } }: { mark: TrustMark }) {
  return (
    <span class={`badge mark-${id}`} title={meaning}>
      {label}
    </span>
  );
}

export function SeverityBadge({ severity }: { severity: string }) {
  return <span class={`badge sev-${severity}`}>{severity}</span>;
}
