/**
 * Keeps `[data-live]` regions current: by server-sent events, else by asking again, else (without scripts) the page
 * reloads itself. Never takes away what the reader is doing: rows are changed in place, by key; a row that has the
 * focus or the selection waits for the next time.
 */
import { patch } from "./patch.ts";
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
    timer = setTimeout(
      () => void refresh().then(({ more, whole }) => ((more && polling) || !whole) && look(POLL_MS)),
      afterMs,
    );
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

interface Refreshed {
  /** There is more to come. */
  readonly more: boolean;
  /** Nothing was held back because the reader was at it. */
  readonly whole: boolean;
}

async function refresh(): Promise<Refreshed> {
  const region = document.querySelector<HTMLElement>("[data-live]");
  if (region === null) return { more: false, whole: true };
  if (document.hidden) return { more: true, whole: true };
  try {
    const page = await fetchPage(location.href);
    const fresh = page.querySelector<HTMLElement>("[data-live]");
    if (fresh === null) return { more: true, whole: true };
    const more = !fresh.hasAttribute("data-settled");
    document.title = page.title;
    return { more, whole: patch(region, fresh) };
  } catch {
    // Not just now: the next look may find it again.
    return { more: true, whole: true };
  }
}
