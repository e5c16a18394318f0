/** Fetches a page of ours and hands over one region of it: pages are rendered in one place, the server. */
export async function fetchPage(url: string, signal?: AbortSignal): Promise<Document> {
  const response = await fetch(url, { headers: { accept: "text/html" }, signal: signal ?? null });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}
