/** Search as you type, `/` to focus the search, arrow keys to move through the results. */
import { fetchPage } from "./region.ts";

/** Long enough for one request per word, short enough to feel immediate. */
const PAUSE_MS = 180;

export function searchAsYouType(): void {
  document.addEventListener("keydown", focusOnSlash);
  const form = document.querySelector<HTMLFormElement>("form[data-live-search]");
  if (form === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running?.abort();
      running = new AbortController();
      void showResults(addressOf(form), running.signal);
    }, PAUSE_MS);
  });
}

function focusOnSlash(event: KeyboardEvent): void {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const input = document.querySelector<HTMLInputElement>("input[type=search]");
  if (input === null) return;
  event.preventDefault();
  input.focus();
  input.select();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function addressOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
  );
  const query = new URLSearchParams(fields).toString();
  return query === "" ? form.action : `${form.action}?${query}`;
}

async function showResults(url: string, signal: AbortSignal): Promise<void> {
  const shown = document.querySelector("[data-results]");
  if (shown === null) return;
  try {
    const page = await fetchPage(url, signal);
    const fresh = page.querySelector("[data-results]");
    if (fresh === null || signal.aborted) return;
    shown.replaceChildren(...document.adoptNode(fresh).childNodes);
    document.title = page.title;
    history.replaceState(null, "", url);
  } catch (error) {
    if (signal.aborted) return;
    // The plain form still works, and its response shows the problem.
    const notice = document.createElement("p");
    notice.className = "notice notice-bad";
    notice.setAttribute("role", "alert");
    notice.textContent = "Search failed. Press Enter to try again.";
    shown.replaceChildren(notice);
    throw error;
  }
}

export function moveThroughResults(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-results] h3 a")];
    const input = document.querySelector<HTMLInputElement>("form[data-live-search] input[type=search]");
    const at = links.findIndex((link) => link.isSameNode(document.activeElement));
    if (at === -1 && document.activeElement !== input) return;
    const next = event.key === "ArrowDown" ? links[at + 1] : at <= 0 ? input : links[at - 1];
    if (next === undefined || next === null) return;
    event.preventDefault();
    next.focus();
  });
}
