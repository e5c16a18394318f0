/** A badge as SVG: two boxes of text, no script, nothing fetched. Pure. */

export interface Badge {
  readonly label: string;
  readonly message: string;
  readonly colour: string;
}

/** Average width of a character of 11 px Verdana, and the air around a text. */
const CHARACTER_PX = 6.6;
const PADDING_PX = 10;

const colours: Readonly<Record<string, string>> = {
  CERTIFIED: "#1f6feb",
  VERIFIED: "#2da44e",
  SCANNED: "#9a6700",
};

export function badgeOf(certTier: string | null, score: number | null): Badge {
  if (certTier === null || score === null)
    return { label: "vskill", message: "no version", colour: "#6e7781" };
  const message = `${certTier.toLowerCase()} ${score}`;
  return { label: "vskill", message, colour: colours[certTier] ?? "#6e7781" };
}

export function renderBadge({ label, message, colour }: Badge): string {
  const left = widthOf(label);
  const right = widthOf(message);
  const text = (x: number, content: string) =>
    `<text x="${x}" y="14" fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${escapeXml(content)}</text>`;
  const title = escapeXml(`${label}: ${message}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect width="${left}" height="20" fill="#24292f"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${colour}"/>`,
    text(left / 2, label),
    text(left + right / 2, message),
    "</svg>",
  ].join("");
}

function widthOf(text: string): number {
  return Math.round(text.length * CHARACTER_PX) + PADDING_PX;
}

/** Text for XML, attributes included; characters that XML 1.0 has no way to write are left out. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
