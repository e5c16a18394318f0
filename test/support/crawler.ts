/** Follows links and GET forms from page to page of one origin, and notes what a user would call broken. */
import { addressesOf, type Form, HtmlPage } from "./html-page.ts";

/** At most this many addresses of one shape, such as the pages of one version each; of combined filters fewer. */
const MOST_OF_A_SHAPE = 40;
const MOST_COMBINATIONS = 8;
const MOST_PAGES = 1_000;
const AT_ONCE = 6;
/** Less text than this explains nothing. */
const LEAST_TEXT = 20;

const EXPLAINS_EMPTINESS = /\bNo \w|\bis empty\b|\b0 \w/;

interface Options {
  readonly origin: string;
  readonly cookie?: string;
  /** Pages outside are fetched, but their links are not followed. */
  readonly isInside?: (path: string) => boolean;
  readonly expectedStatus: (path: string) => number;
  /** What to type into a text field of a form. */
  readonly textsFor: (field: string) => string[];
}

interface Link {
  readonly from: string;
  /** Path and query. */
  readonly address: string;
  readonly anchor: string;
}

export class Crawler {
  /** By path and query, also of where a redirect led; null where the response is not a page. */
  readonly visited = new Map<string, HtmlPage | null>();
  readonly problems: string[] = [];
  readonly #options: Options;
  readonly #queue: Link[] = [];
  readonly #anchors: Link[] = [];
  readonly #seen = new Set<string>();
  readonly #shapes = new Map<string, number>();
  readonly #forms = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
  }

  async crawl(start: string): Promise<void> {
    this.#follow("the start", start);
    while (this.#queue.length > 0) {
      await Promise.all(this.#queue.splice(0, AT_ONCE).map((link) => this.#visit(link)));
    }
    for (const link of this.#anchors) {
      const page = this.visited.get(link.address);
      if (page != null && !page.ids.includes(link.anchor)) this.#report(link, `no anchor #${link.anchor}`);
    }
  }

  /** False when the number of pages was limited, so that some of a new shape may not have been opened. */
  get isComplete(): boolean {
    return this.#seen.size < MOST_PAGES;
  }

  #report({ from, address }: Pick<Link, "from" | "address">, problem: string): void {
    this.problems.push(`${from} → ${address}: ${problem}`);
  }

  /** Every view that a form offers: each option of the first form of its kind, of others as many as of links. */
  #submit(from: string, form: Form): void {
    const names = form.controls.map(({ name }) => name);
    const kind = [URL.parse(form.action, this.#options.origin + from)?.pathname, ...names].join();
    const isFirst = !this.#forms.has(kind);
    this.#forms.add(kind);
    for (const address of addressesOf(form, this.#options.textsFor)) this.#follow(from, address, { isFirst });
  }

  /** Queues a link of our own that is new; a foreign one must only be well-formed. */
  #follow(from: string, href: string, { isFirst = false } = {}): void {
    const { origin } = this.#options;
    const url = URL.parse(href, origin + (from.startsWith("/") ? from : "/"));
    if (url === null || !["http:", "https:", "mailto:"].includes(url.protocol)) {
      this.#report({ from, address: href }, "not a well-formed link");
      return;
    }
    if (url.origin !== origin) return;
    const link = { from, address: url.pathname + url.search, anchor: decodeURIComponent(url.hash.slice(1)) };
    if (link.anchor !== "") this.#anchors.push(link);
    if (this.#seen.has(link.address) || (this.#hasEnough(url) && !isFirst)) return;
    this.#seen.add(link.address);
    this.#queue.push(link);
  }

  #hasEnough(url: URL): boolean {
    const shape = shapeOf(url);
    const count = (this.#shapes.get(shape) ?? 0) + 1;
    const most = url.searchParams.size > 1 ? MOST_COMBINATIONS : MOST_OF_A_SHAPE;
    this.#shapes.set(shape, count);
    return count > most || this.#seen.size >= MOST_PAGES;
  }

  async #visit(link: Link): Promise<void> {
    const { origin, cookie, expectedStatus, isInside } = this.#options;
    const headers = { accept: "text/html,*/*;q=0.1", ...(cookie === undefined ? {} : { cookie }) };
    const response = await fetch(origin + link.address, { headers });
    const text = await response.text();
    const expected = expectedStatus(link.address);
    if (response.status !== expected) this.#report(link, `${response.status} instead of ${expected}`);
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
    const page = isPage ? new HtmlPage(text) : null;
    this.visited.set(link.address, page);
    const reached = new URL(response.url);
    if (reached.origin === origin) this.visited.set(reached.pathname + reached.search, page);
    if (page === null) return;
    this.#judge(link, page);
    if (isInside?.(link.address) === false) return;
    for (const href of [...page.links, ...page.resources]) this.#follow(link.address, href);
    for (const form of page.forms.filter(({ method }) => method === "get")) this.#submit(link.address, form);
  }

  #judge(link: Link, page: HtmlPage): void {
    if (page.headings.length !== 1) this.#report(link, `${page.headings.length} main headings`);
    if (page.mainText.length < LEAST_TEXT) this.#report(link, `an empty page: "${page.mainText}"`);
    if (!EXPLAINS_EMPTINESS.test(page.mainText))
      for (const list of page.emptyLists) this.#report(link, `nothing explains the empty list ${list}`);
    for (const id of new Set(page.ids.filter((id, at) => page.ids.indexOf(id) !== at)))
      this.#report(link, `two elements have the id ${id}`);
    const elsewhere = [...page.links, ...page.forms.map(({ action }) => action)].some(
      (href) => !href.startsWith("#") && href !== link.address,
    );
    if (!elsewhere) this.#report(link, "a dead end");
  }
}

/** Addresses of one shape are served by the same code: first segment, depth, with a version or not, parameters. */
function shapeOf({ pathname, searchParams }: URL): string {
  const segments = pathname.split("/");
  const parameters = [...new Set(searchParams.keys())].sort();
  return [segments[1], segments.length, pathname.includes("@"), ...parameters].join();
}
