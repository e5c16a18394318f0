/** The README badge: the trust marks of a skill as SVG, two boxes of text, no script, nothing fetched. Pure. */
import { NO_VERSION, type Trust, trustLine, trustMarksOf } from "../../domain/trust.ts";

export interface Badge {
  readonly label: string;
  readonly message: string;
  readonly colour: string;
}

/** Average width of a character of 11 px Verdana, and the padding around a text. */
const CHARACTER_PX = 6.6;
const PADDING_PX = 10;

const GREY = "#6e7781";
/** By the id of the content mark: the colour stands for the scan, never for the publisher. */
const colours: Readonly<Record<string, string>> = {
  removed: "#cf222e",
  concerns: "#9a6700",
  passed: "#2da44e",
  approved: "#2da44e",
};

/** The same labels as on the skill's page, and the score of the latest version. */
export function badgeOf(skill: Trust & { readonly score: number | null }): Badge {
  if (skill.trustTier === null || skill.score === null)
    return { label: "vskill", message: NO_VERSION, colour: GREY };
  return {
    label: "vskill",
    message: `${trustLine(skill)} · ${skill.score}/100`,
    colour: colours[trustMarksOf(skill).content.id] ?? GREY,
  };
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

/** Text for XML, attributes included; drops the characters that XML 1.0 cannot express. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
