/** Places outside that a copy names and none of its originals does. */

import { isForbiddenAt } from "../context.ts";
import { cornerOf, hostKind, hostOf } from "../hosts.ts";
import { anyUrl, mailbox } from "../tables/addresses.ts";
import type { Originals } from "./originals.ts";

/** Addresses looked at in what a copy adds; one that adds more is for a person to read. */
const mostAddresses = 20_000;

export class NewPlaces {
  #looked = 0;
  readonly #originals: Originals;
  constructor(originals: Originals) {
    this.#originals = originals;
  }

  /** The first that a line names and does not warn of. */
  in(line: string): string | undefined {
    for (const { 0: url, index } of line.matchAll(anyUrl)) {
      if (++this.#looked > mostAddresses) return "more addresses than are looked at";
      if (this.#isOutside(url) && !isForbiddenAt(line, index)) return `the host ${hostOf(url)}`;
    }
    for (const { 1: host = "" } of line.matchAll(mailbox)) {
      if (++this.#looked > mostAddresses) return "more addresses than are looked at";
      if (!this.#originals.hasHost(host.toLowerCase()) && hostKind(host) === "unknown")
        return `a mailbox at ${host}`;
    }
    return undefined;
  }

  /** Pages of well-known houses are read everywhere; a corner of one that somebody has made is a place of theirs. */
  #isOutside(url: string): boolean {
    const host = hostOf(url);
    if (this.#originals.hasHost(host)) return false;
    const kind = hostKind(host);
    if (kind === "well-known") return cornerOf(url) !== undefined;
    return kind !== "local" && kind !== "placeholder";
  }
}
