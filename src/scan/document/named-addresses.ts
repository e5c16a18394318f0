/**
 * Pages that give an address a name and use the name elsewhere ("[this service][s]", "$SERVICE"): the same pages with the
 * address in the name's place, so that every reader sees it. Only addresses that the skill does not declare are put in.
 */
import type { Artefact } from "../artefact.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";
import { either } from "../tables/compile.ts";

const pages: ReadonlySet<string> = new Set(["markdown", "text"]);
/** Longest page that is read again, and names that are put in. */
const mostChars = 100_000;
const mostNames = 24;

/** Each gives a name to the address behind it. */
const definitions: readonly RegExp[] = [
  /^[ \t]{0,3}\[([^\]\n]{2,40})\]:[ \t]{1,4}<?(https?:\/\/[^\s>]{4,300})/gm,
  /^[ \t]{0,12}\|?[ \t]{0,3}[`"']?([A-Za-z]\w{2,30})[`"']?[ \t]{0,3}[:=|][ \t]{0,3}[`"'<]?(https?:\/\/[^\s"'`|>]{4,300})/gm,
  /\b([Tt]he \w{3,30}) is (?:at )?[`<]?(https?:\/\/[^\s"'`)>]{4,300}[^\s"'`)>.,])/g,
];
/** "The address is …. Put it into ADDRESS." */
const namedAfter = /(https?:\/\/[^\s"'`)>]{4,300}[^\s"'`)>.,])[^\n]{0,40} into `?\$?([A-Z][A-Z_]{2,30})\b/g;

export function withNamedAddresses(
  artefacts: readonly Artefact[],
  skill: Pick<Skill, "declared">,
): Artefact[] {
  const named = namesIn(artefacts.filter(isPage), skill);
  if (named.size === 0) return [...artefacts];
  return [...artefacts, ...artefacts.filter(isPage).flatMap((page) => resolved(page, named))];
}

function isPage({ language, role, text, parseable }: Artefact): boolean {
  return parseable && pages.has(language) && role !== "changelog" && text.length <= mostChars;
}

const namesNothing = /^(?:the )?(?:ur[il]s?|links?|https?)$/i;

/** Names in lower case, with their addresses. */
function namesIn(from: readonly Artefact[], skill: Pick<Skill, "declared">): Map<string, string> {
  const named = new Map<string, string>();
  const add = (name = "", address = "") => {
    const isOther = ["undeclared", "anonymous", "shared"].includes(placeOf(address, skill));
    if (isOther && !namesNothing.test(name) && named.size < mostNames) named.set(name.toLowerCase(), address);
  };
  for (const { text } of from.filter((page) => page.text.includes("://"))) {
    for (const pattern of definitions)
      for (const [, name, address] of text.matchAll(pattern)) add(name, address);
    for (const [, address, name] of text.matchAll(namedAfter)) add(name, address);
  }
  return named;
}

const uses = either(
  [
    /\[([^\]\n]{1,120})\]\[([^\]\n]{0,40})\](?!:)/,
    /\$\{?([A-Za-z_]\w{2,30})\}?|(?<![\w`|[$.])([A-Z_]{3,30})(?![\w`|\]])|\b([Tt]he \w{3,30})\b/,
  ],
  "g",
);

function resolved(page: Artefact, named: ReadonlyMap<string, string>): Artefact[] {
  let first = -1;
  const text = page.text.replace(uses, (use: string, ...found: readonly unknown[]) => {
    const [words, ...names] = found.slice(0, 5);
    const name = names.find((one) => typeof one === "string" && one !== "") ?? words;
    const lower = String(name).toLowerCase();
    const address = named.get(lower) ?? named.get(`the ${lower}`);
    if (address === undefined) return use;
    if (first === -1) first = page.text.indexOf(use);
    return use.startsWith("[") ? `${String(words)} ${address}` : address;
  });
  return first === -1
    ? []
    : [
        {
          ...page,
          text,
          lower: text.toLowerCase(),
          origin: "decoded",
          parent: page,
          parentOffset: first,
          depth: page.depth + 1,
          how: "folded",
        },
      ];
}
