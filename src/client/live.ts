/**
 * Keeps `[data-live]` regions current by server-sent events, else by polling. Without scripts the page reloads.
 * Changes rows in place, by key; a row that has the focus or the selection waits for the next refresh.
 */
import { patch } from "./patch.ts";
import { fetchPage } from "./region.ts";

const POLL_MS = 3_000;
/** A burst of events causes one refresh. */
const DEBOUNCE_MS = 250;

export function keepLive(): void {
  const region = document.querySelector<HTMLElement>("[data-live]");
  if (region === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling = true;
  let source: EventSource | undefined;
  let followed = "";
  const schedule = (afterMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh().then(onRefreshed), afterMs);
  };
  const onRefreshed = ({ more, whole }: Refreshed): void => {
    if (more) follow(region.dataset.live ?? "");
    else source?.close();
    if ((more && polling) || !whole) schedule(POLL_MS);
  };
  /** The stream may change, because a source can turn out to have several skills. */
  const follow = (stream: string): void => {
    if (stream === followed || !("EventSource" in window)) return;
    source?.close();
    followed = stream;
    polling = true;
    source = new EventSource(stream);
    source.addEventListener("open", () => {
      polling = false;
      schedule(0);
    });
    source.addEventListener("error", () => {
      polling = true;
      schedule(POLL_MS);
    });
    for (const name of ["message", "submission", "state"])
      source.addEventListener(name, () => schedule(DEBOUNCE_MS));
  };
  addEventListener("pagehide", () => source?.close());
  // Restored from the back/forward cache: the connection is closed and the page is stale.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    followed = "";
    schedule(0);
  });
  if (region.dataset.live !== "") follow(region.dataset.live ?? "");
  schedule(POLL_MS);
}

interface Refreshed {
  /** More changes are expected. */
  readonly more: boolean;
  /** False when a part in use was not updated. */
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
    // A failed refresh is not an error: the next one may succeed.
    return { more: true, whole: true };
  }
}
