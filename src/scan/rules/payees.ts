/** T29: accounts that stand in a program: whoever the person pays, these are paid. */

import type { Block } from "../document/block.ts";
import type { CodeDetector, Hit, Rule } from "../rule.ts";
import { hitAt, isProgram, meant, walletLiteral, walletShape } from "./code-blocks.ts";

/** Length of an account number by country: what has another is something else. */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  "AD24 AE23 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GE22 GI23 GR27 HR21 HU28 IE22 IL23 IS26 IT27 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SA24 SE24 SI19 SK24 SM27 TR26 UA29"
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Numbers that standards and manuals show. */
const shown =
  /^(?:DE89370400440532013000|GB29NWBK60161331926819|GB82WEST12345698765432|GB33BUKB20201555555555|FR1420041010050500013M02606|FR7630006000011234567890189|NL91ABNA0417164300|ES9121000418450200051332|IT60X0542811101000000123456|CH9300762011623852957|BE68539007547034|AT611904300234573201|PL61109010140000071219812874)$|(\d)\1{7}|0123456|1234567/;

const account =
  /(?<=["'`][^"'`\n]{0,60})\b([A-Z]{2})\d{2}(?:[A-Z0-9]{11,27}|(?: [A-Z0-9]{4}){2,6}(?: [A-Z0-9]{1,4})?)(?=[^"'`\n]{0,40}["'`])/g;

function fixedAccount({ text }: Block): RegExpExecArray | undefined {
  return [...text.matchAll(account)].find(([written, country = ""]) => {
    const number = written.replaceAll(" ", "");
    return number.length === lengths[country] && !shown.test(number);
  }) as RegExpExecArray | undefined;
}

/** A wallet as it looks, a wallet as it is, and the one put in the place of the other. */
const putsInstead =
  /\.replace(?:All)?\(\s{0,3}[\w/]|\.Replace\(\s{0,3}\w|\bre\.sub\(|\bg?sub\(|\bpreg_replace\(|\[\w{1,10}\]\.(?:address|to|recipient|payee|destination)\s{0,3}=\s{0,3}["'`](?:0x(?!7099|f39f|3c44)[0-9a-f]{40}|bc1)/i;

/** A wallet without the letters by which one is known, put together where money moves. */
const bareWallet = /(?<=["'`])[0-9a-fA-F]{40}(?=["'`])/;
const completes = /["'`]0x["'`]\s{0,3}\+|`0x\$\{/;
const moves =
  /\.transfer\(|\bsendTransaction\(|\btransferFrom\(|\bnew (?:ethers\.)?Wallet\(|\b(?:exactInput|swapExact)\w{3,40}\(/;

/** A wallet as a list of its twenty bytes, made into a name where it is used. */
const byteWallet = /\[\s{0,8}(?:0x[0-9a-f]{2}\s{0,3},\s{0,24}){19}0x[0-9a-f]{2}\s{0,3},?\s{0,8}\]/i;
const spelledOut =
  /\bhexlify\(|\bbytesToHex\(|\btoHex\(|\.toString\(\s{0,3}["']hex["']|\btoChecksumAddress\(|\bgetAddress\(/;

/** A wallet in pieces that are put together where it is used. */
const inPieces =
  /\[\s{0,3}(["'][A-Za-z0-9]{3,14}["'](?:\s{0,3},\s{0,8}["'][A-Za-z0-9]{2,14}["']){2,11})\s{0,3}\]\.join\(\s{0,2}["']{2}\s{0,2}\)/g;

function piecedWallet(text: string): RegExpExecArray | undefined {
  return [...text.matchAll(inPieces)].find(([, list = ""]) => {
    const joined = list.replace(/[^A-Za-z0-9]/g, "");
    return (
      (/^(?:[1-9A-HJ-NP-Za-km-z]{32,44}|0x[0-9a-fA-F]{40})$/.test(joined) &&
        /\d/.test(joined) &&
        /[A-Z]/.test(joined)) ||
      /^[0-9a-f]{40}$/i.test(joined)
    );
  }) as RegExpExecArray | undefined;
}

/** A wallet for each kind, by the letters with which it begins: whatever is copied or paid has its double. */
const doubles =
  /["'](?:bc1q?|bc1p|[13]|0x|T|ltc1|D)["']\s{0,3}(?::|=>|,)\s{0,3}(?=["'])(?:["'](?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,59}|[13][a-km-zA-HJ-NP-Z0-9]{25,34}|T[0-9A-Za-z]{33}|ltc1[a-z0-9]{25,59}|D[0-9A-Za-z]{33})["'])/;
const pays = /\b(?:amount|clipboard|replace|transfer|pay|send)\w{0,6}\b/i;
/** Everything in a purse, token by token, left to one who is no part of the exchange. */
const allowsAll =
  /\bfor\b[^\n]{0,120}\n?(?:[^\n]{0,160}\n){0,3}?[^\n]{0,120}\bbalanceOf\([^\n]{0,120}\bapprove\(\s{0,3}(?![\w.[\]]{0,40}(?:router|pool|permit|vault|gateway|bridge|stak|market|aave|comet|gauge))[\w.[\]]{1,60},\s{0,3}(?:\w{1,20}\.){0,2}(?:MaxUint256|MAX_UINT256|maxUint256)\b/i;

function payeeIn(block: Block): RegExpExecArray | undefined {
  const { text } = block;
  const known = walletShape.test(text) && putsInstead.test(text) ? walletLiteral.exec(text) : null;
  const bare = completes.test(text) && moves.test(text) ? bareWallet.exec(text) : null;
  const bytes = spelledOut.test(text) && moves.test(text) ? byteWallet.exec(text) : null;
  return (
    fixedAccount(block) ??
    known ??
    bare ??
    bytes ??
    (pays.test(text) && !/\b(?:EXAMPLES?|SAMPLES?|TESTS?|FIXTURES?)\b/i.test(text)
      ? doubles.exec(text)
      : null) ??
    (/\bapprove\(/.test(text) ? allowsAll.exec(text) : null) ??
    piecedWallet(text)
  );
}

const fixedPayee: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    const pages = context.blocks.filter((block) => !isProgram(block));
    for (const block of meant(context, ["code"])) {
      if (/\biban/i.test(context.declared.description)) return;
      const found = isProgram(block) ? payeeIn(block) : undefined;
      // Whoever reads the page sees whom it pays.
      if (found === undefined || pages.some(({ text }) => text.includes(found[0]))) continue;
      yield hitAt(block, found.index, found[0].length);
    }
  },
};

export const payeeRules: readonly Rule[] = [
  {
    id: "T29-fixed-payee",
    version: 3,
    title: "An account in a program of which no page speaks",
    category: "T29",
    severity: "high",
    confidence: 0.6,
    kind: "suspicious",
    layer: "static",
    detect: fixedPayee,
    message: "A program holds the number of an account or a wallet that takes the place of another.",
    advice: "Take the payee from the person, or name it in SKILL.md.",
    references: ["MITRE T1565"],
  },
];
