/** What stands within a paragraph or table and is not shown with it: comments, captions of pictures, titles of links. */

export interface Unseen {
  readonly start: number;
  readonly text: string;
}

/** A caption of a line or two describes a picture; one that is longer may say anything. */
const captions =
  /!\[([^\]\n]{60,1000})\]\(|\b(?:alt|title)="([^"\n]{60,1000})"|\]\([^\s()]{1,200} "([^"\n]{40,1000})"\)|^\[(?:\/\/|comment|_)\]:[ \t]{1,3}(?:#|<>)[ \t]{1,3}["'(]([^\n]{8,1000})/gim;

/** Places of one block that are looked at; who hides more hides them to be slow. */
const most = 200;

export function unseenIn(text: string): Unseen[] {
  if (!/!\[|<!--|="|\]\(|\]:/.test(text)) return [];
  const found = [...text.matchAll(captions)].slice(0, most).map((match): Unseen => {
    const words = match.slice(1).find((part) => part !== undefined) ?? "";
    return { start: match.index + match[0].indexOf(words), text: words };
  });
  return [...found, ...commentsIn(text)];
}

function commentsIn(text: string): Unseen[] {
  const out: Unseen[] = [];
  let at = text.indexOf("<!--");
  while (at !== -1 && out.length < most) {
    const end = text.indexOf("-->", at);
    if (end === -1) break;
    out.push({ start: at, text: text.slice(at, end + 3) });
    at = text.indexOf("<!--", end);
  }
  return out;
}
