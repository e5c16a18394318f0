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
  let polling = true;
  let source: EventSource | undefined;
  let followed = "";
  const look = (afterMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh().then(goOn), afterMs);
  };
  const goOn = ({ more, whole }: Refreshed): void => {
    if (more) follow(region.dataset.live ?? "");
    else source?.close();
    if ((more && polling) || !whole) look(POLL_MS);
  };
  /** What is to be followed may change: a source turns out to have several skills. */
  const follow = (stream: string): void => {
    if (stream === followed || !("EventSource" in window)) return;
    source?.close();
    followed = stream;
    polling = true;
    source = new EventSource(stream);
    source.addEventListener("open", () => {
      polling = false;
      look(0);
    });
    source.addEventListener("error", () => {
      polling = true;
      look(POLL_MS);
    });
    for (const name of ["message", "submission", "state"])
      source.addEventListener(name, () => look(SETTLE_MS));
  };
  addEventListener("pagehide", () => source?.close());
  // Back from the browser's own memory: the connection is gone, and what is shown is old.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    followed = "";
    look(0);
  });
  if (region.dataset.live !== "") follow(region.dataset.live ?? "");
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
