/**
 * Keeps `[data-live]` regions current: by server-sent events, else by asking again, else (without scripts) the page
 * reloads itself. Never takes away what the reader is doing: rows are changed in place, by key; a row that has the
 * focus or the selection waits for the next time.
 */
import { offerCopies } from "./copy.ts";
import { fetchPage } from "./region.ts";

const POLL_MS = 3_000;
/** Many events in a burst are one look. */
const SETTLE_MS = 250;

export function keepLive(): void {
  const region = document.querySelector<HTMLElement>("[data-live]");
  if (region === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (afterMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh().then((more) => more && polling && look(POLL_MS)), afterMs);
  };
  let polling = true;
  const stream = region.dataset.live ?? "";
  if (stream !== "" && "EventSource" in window) {
    const source = new EventSource(stream);
    source.addEventListener("open", () => {
      polling = false;
      look(0);
    });
    source.addEventListener("error", () => {
      polling = true;
      look(POLL_MS);
    });
    for (const name of ["message", "submission", "state"]) {
      source.addEventListener(name, () => look(SETTLE_MS));
    }
    addEventListener("pagehide", () => source.close());
  }
  look(POLL_MS);
}

/** True while there is more to come. */
async function refresh(): Promise<boolean> {
  const region = document.querySelector<HTMLElement>("[data-live]");
  if (region === null) return false;
  if (document.hidden) return true;
  try {
    const page = await fetchPage(location.href);
    const fresh = page.querySelector<HTMLElement>("[data-live]");
    if (fresh === null) return false;
    patch(region, fresh);
    document.title = page.title;
    return !fresh.hasAttribute("data-settled");
  } catch {
    return true;
  }
}

/** Children that carry a key are matched by it; everything else is replaced where it differs. */
function patch(shown: Element, fresh: Element): void {
  if (shown.isEqualNode(fresh)) return;
  const keyed = [...fresh.children].some((child) => child.hasAttribute("data-key"));
  if (!keyed && ![...fresh.children].some((child) => child.querySelector("[data-key]") !== null)) {
    if (isInUse(shown)) return;
    keepOpen(shown, fresh);
    shown.replaceChildren(...document.adoptNode(fresh).childNodes);
    offerCopies(shown);
    return;
  }
  const byKey = new Map([...shown.children].map((child) => [child.getAttribute("data-key") ?? "", child]));
  if (!keyed) {
    [...fresh.children].forEach((child, index) => {
      const old = shown.children[index];
      if (old === undefined) shown.append(document.adoptNode(child));
      else patch(old, child);
    });
    return;
  }
  const wanted = [...fresh.children].map((child) => {
    const old = byKey.get(child.getAttribute("data-key") ?? "");
    if (old === undefined) return document.adoptNode(child);
    patch(old, child);
    return old;
  });
  for (const old of [...shown.children]) if (!wanted.includes(old) && !isInUse(old)) old.remove();
  wanted.forEach((child, index) => {
    if (shown.children[index] !== child) shown.insertBefore(child, shown.children[index] ?? null);
  });
}

/** What the reader has folded out stays so. */
function keepOpen(shown: Element, fresh: Element): void {
  const open = [...shown.querySelectorAll("details")].map((details) => details.open);
  fresh.querySelectorAll("details").forEach((details, index) => {
    details.open = open[index] ?? details.open;
  });
}

function isInUse(element: Element): boolean {
  if (element.contains(document.activeElement)) return true;
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
