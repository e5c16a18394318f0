/** Fetches a page of this site as a document: only the server renders pages. */
export async function fetchPage(url: string, signal?: AbortSignal): Promise<Document> {
  const response = await fetch(url, { headers: { accept: "text/html" }, signal: signal ?? null });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}
