/** Settings of the machine that PowerShell changes: whom it trusts, and where its traffic goes. */
import type { Block } from "../document/block.ts";
import type { Fact } from "./facts.ts";
import { isScript } from "./shell-facts.ts";

const settings: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /\bImport-(?:Pfx)?Certificate\b[^\n]{0,200}\bCert:\\\w{4,20}\\(?:Root|AuthRoot)\b/gi,
    "whom the machine trusts",
  ],
  [/\bSet-ItemProperty\b[^\n]{0,160}\bAutoConfigURL\b[^\n]{0,20}https?:\/\//gi, "the network settings"],
];

export function settingFacts(block: Block): Fact[] {
  const { text, start, artefact, polarity, language } = block;
  if (language !== "powershell") return [];
  return settings.flatMap(([pattern, detail]) =>
    [...text.matchAll(pattern)].map(
      (match): Fact => ({
        kind: "traffic-redirect",
        artefact,
        start: start + match.index,
        end: start + match.index + match[0].length,
        detail,
        host: "",
        polarity,
        inScript: isScript(artefact),
        language,
        path: [],
      }),
    ),
  );
}
