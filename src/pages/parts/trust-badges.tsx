/** Badges for trust and severity. */
import {
  PUBLISHER_MARKS,
  type Trust,
  type TrustMark,
  type TrustMarks,
  trustMarksOf,
} from "../../domain/trust.ts";

/** The content mark, and the publisher mark if it is known. */
export function TrustBadges({ trust }: { trust: Trust }) {
  return <Badges {...trustMarksOf(trust)} />;
}

/** For lists: most publishers are unverified, so only a verified one is marked. */
export function ListBadges({ trust }: { trust: Trust }) {
  const { content, publisher } = trustMarksOf(trust);
  return <Badges content={content} publisher={publisher === PUBLISHER_MARKS.verified ? publisher : null} />;
}

function Badges({ content, publisher }: TrustMarks) {
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
