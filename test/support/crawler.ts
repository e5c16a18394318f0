/** Follows the links and GET forms of one origin's pages, and records everything that a user would call broken. */
import { addressesOf, HtmlPage } from "./html-page.ts";

/** A list's filters have too many combinations: after this many pages of one kind, the links on further ones are not followed. */
const MOST_COMBINATIONS = 8;
const MOST_PAGES = 3_000;
const AT_ONCE = 6;
/** A page with fewer characters of text than this counts as empty. */
const LEAST_TEXT = 20;

const EXPLAINS_EMPTINESS = /\bNo \w|\bis empty\b|\b0 \w/;

interface Options {
  readonly origin: string;
  readonly cookie?: string;
  /** Other pages are fetched, but their links are not followed. */
  readonly isInside?: (path: string) => boolean;
  readonly expectedStatus: (path: string) => number;
  /** Texts to enter into a text field of a form. */
  readonly textsFor: (field: string) => string[];
}

interface Link {
  readonly from: string;
  /** Path and query. */
  readonly address: string;
  readonly anchor: string;
}

export class Crawler {
  /** By path and query, including the target of a redirect. Null if the response is not a page. */
  readonly visited = new Map<string, HtmlPage | null>();
  readonly problems: string[] = [];
  readonly #options: Options;
  readonly #queue: Link[] = [];
  readonly #anchors: Link[] = [];
  readonly #seen = new Set<string>();
  readonly #combinations = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  async crawl(start: string): Promise<void> {
    this.#follow("the start", start);
    await this.#followAll();
  }

  /** Opens the page that a POST form returns, and all pages that it links to. */
  async post(action: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const link = { from: `POST ${JSON.stringify(fields)}`, address: action, anchor: "" };
    await this.#visit(link, { method: "POST", body: new URLSearchParams(fields) });
    await this.#followAll();
  }

  async #followAll(): Promise<void> {
    while (this.#queue.length > 0) {
      await Promise.all(this.#queue.splice(0, AT_ONCE).map((link) => this.#visit(link)));
    }
    for (const link of this.#anchors.splice(0)) {
      const page = this.visited.get(link.address);
      if (page != null && !page.ids.includes(link.anchor)) this.#report(link, `no anchor #${link.anchor}`);
    }
  }

  /** False if the crawl reached the limit of pages, so that some links were not opened. */
  get isComplete(): boolean {
    return this.#seen.size < MOST_PAGES;
  }

  #report({ from, address }: Pick<Link, "from" | "address">, problem: string): void {
    this.problems.push(`${from} → ${address}: ${problem}`);
  }

  /** Queues a new link to our own origin. A link to another origin must only be well-formed. */
  #follow(from: string, href: string): void {
    const { origin } = this.#options;
    if (href.startsWith("#")) {
      this.#anchors.push({ from, address: from, anchor: decodeURIComponent(href.slice(1)) });
      return;
    }
    const url = URL.parse(href, origin + (from.startsWith("/") ? from : "/"));
    if (url === null || !["http:", "https:", "mailto:"].includes(url.protocol)) {
      this.#report({ from, address: href }, "not a well-formed link");
      return;
    }
    if (url.origin !== origin) return;
    const link = { from, address: url.pathname + url.search, anchor: decodeURIComponent(url.hash.slice(1)) };
    if (link.anchor !== "") this.#anchors.push(link);
    if (this.#seen.has(link.address) || !this.isComplete) return;
    this.#seen.add(link.address);
    this.#queue.push(link);
  }

  /** Whether enough lists with the same combination of filters have been read. */
  #hasEnough(address: string): boolean {
    const { pathname, searchParams } = new URL(address, this.#options.origin);
    if (searchParams.size < 2) return false;
    const kind = [pathname, ...[...new Set(searchParams.keys())].sort()].join();
    const count = (this.#combinations.get(kind) ?? 0) + 1;
    this.#combinations.set(kind, count);
    return count > MOST_COMBINATIONS;
  }

  async #visit(link: Link, form: Pick<RequestInit, "method" | "body"> = {}): Promise<void> {
    const { origin, cookie, expectedStatus, isInside } = this.#options;
    const headers = { accept: "text/html,*/*;q=0.1", origin, ...(cookie === undefined ? {} : { cookie }) };
    const response = await fetch(origin + link.address, { headers, ...form });
    const text = await response.text();
    const expected = expectedStatus(link.address);
    if (response.status !== expected) this.#report(link, `${response.status} instead of ${expected}`);
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
    const page = isPage ? new HtmlPage(text) : null;
    this.visited.set(link.address, page);
    const reached = new URL(response.url);
    // The crawl does not follow a redirect to another site, such as GitHub's sign-in.
    if (reached.origin !== origin) return;
    this.visited.set(reached.pathname + reached.search, page);
    if (page === null) return;
    this.#judge(link, page);
    if (isInside?.(link.address) === false || this.#hasEnough(link.address)) return;
    const views = page.forms
      .filter(({ method }) => method === "get")
      .flatMap((form) => addressesOf(form, this.#options.textsFor));
    for (const href of [...page.links, ...page.resources, ...views]) this.#follow(link.address, href);
  }

  #judge(link: Link, page: HtmlPage): void {
    if (page.headings.length !== 1) this.#report(link, `${page.headings.length} main headings`);
    if (page.mainText.length < LEAST_TEXT) this.#report(link, `an empty page: "${page.mainText}"`);
    if (!EXPLAINS_EMPTINESS.test(page.mainText))
      for (const list of page.emptyLists) this.#report(link, `no text explains the empty list ${list}`);
    for (const id of new Set(page.ids.filter((id, at) => page.ids.indexOf(id) !== at)))
      this.#report(link, `two elements have the id ${id}`);
    if (!page.leadsOn(link.address)) this.#report(link, "a dead end");
  }
}
