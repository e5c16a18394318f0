/** Atom feeds (RFC 4287). Pure. Every text is escaped. */
import { escapeXml } from "./badge.ts";

export interface FeedEntry {
  /** A permanent unique id. */
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly updated: string;
  readonly summary: string;
}

export interface Feed {
  readonly id: string;
  readonly title: string;
  readonly self: string;
  readonly home: string;
  /** The time of the newest entry. An empty feed has the epoch, because it has never changed. */
  readonly updated: string;
  readonly entries: readonly FeedEntry[];
}

export function renderAtom(feed: Feed): string {
  const entries = feed.entries.map(
    ({ id, title, link, updated, summary }) =>
      `<entry><id>${escapeXml(id)}</id><title>${escapeXml(title)}</title><link href="${escapeXml(link)}"/>` +
      `<updated>${escapeXml(updated)}</updated><summary>${escapeXml(summary)}</summary></entry>`,
  );
  return [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>${escapeXml(feed.id)}</id><title>${escapeXml(feed.title)}</title>`,
    `<link rel="self" href="${escapeXml(feed.self)}"/><link href="${escapeXml(feed.home)}"/>`,
    `<author><name>vskill-platform</name></author><updated>${escapeXml(feed.updated)}</updated>`,
    ...entries,
    "</feed>",
  ].join("\n");
}
