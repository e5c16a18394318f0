/** Pictures and cells whose address is to be filled in: showing them tells a stranger what was put there. */

import type { Block } from "../document/block.ts";
import { isNegatedIn } from "../document/polarity.ts";
import { hostKind, hostOf } from "../hosts.ts";
import { registrableOf } from "../registrable.ts";
import type { CodeDetector, Hit } from "../rule.ts";
import type { Skill } from "../skill.ts";
import { hitAt, meant } from "./code-blocks.ts";
import { shadyHosts } from "./on-facts.ts";
import { isDeclaredHost } from "./whose.ts";

const picture =
  /!\[[^\]\n]{0,60}\]\((https?:\/\/[^)\s]{4,200}[?&][\w-]{1,30}=(?:\{|\$\{|<|\[|%7B|[A-Za-z0-9+/_-]{12,400}(?:\.\.\.|…)|[A-Z_]{4,30}(?=[)&]))[^)\n]{0,240})\)/g;

/** The same where the value is a part of the path (`…/r/{{text}}.gif`), or where a cell of a sheet asks for it. */
const filled = [
  /!\[[^\]\n]{0,60}\]\((https?:\/\/[\w.:-]{4,120}\/[\w./-]{0,80}(?:\{\{?|\$\{|<|%7B)[^)\n]{1,80})\)/g,
  /<img\b[^<>\n]{0,120}\bsrc=["'](https?:\/\/[^"'\s]{4,200}[?&/=](?:\{\{|<%)[^"'\n]{1,160})["']/g,
  /\b(?:WEBSERVICE|IMPORTDATA|IMPORTXML|IMPORTHTML|IMAGE)\(\s{0,3}"(https?:\/\/[^"\s]{4,200})"\s{0,3}&[^\n]{0,60}\b(?:TEXTJOIN|CONCAT\w{0,6}|ENCODEURL)\(/g,
];

const tells =
  /[{<][^}>\n]{0,40}(?:text|notes?|summary|conversation|messages?|question|query|answer|data|secret|tokens?|keys?|env|mail|phone|address|birth\w{0,6}|recipient|content|base64|encoded)/i;

const roles = ["prose", "quote", "table", "hidden", "comment", "code", "config"] as const;

export const carryingPicture: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, roles)) yield* [...asked(block, context), ...filledIn(block, context)];
  },
};

/** Addresses whose query is to be filled in. */
function* asked(block: Block, context: Skill): Generator<Hit> {
  for (const match of [...block.text.matchAll(picture)].slice(0, 40)) {
    const host = hostOf(match[1] ?? "");
    const kind = hostKind(host);
    const own = context.declared.all.includes(registrableOf(host) ?? host);
    const foreign = shadyHosts.has(kind) || (kind === "unknown" && !own);
    if (foreign && !isNegatedIn(block, match.index)) yield hitAt(block, match.index, match[0].length);
  }
}

function* filledIn(block: Block, context: Skill): Generator<Hit> {
  for (const match of filled.flatMap((pattern) => [...block.text.matchAll(pattern)].slice(0, 40))) {
    const host = hostOf(match[1] ?? "");
    const foreign = hostKind(host) === "unknown" && !isDeclaredHost(host, context);
    if (!foreign || isNegatedIn(block, match.index)) continue;
    // What only names a thing tells nobody what was said.
    const isNamed =
      /^[!<]/.test(match[0]) &&
      (!tells.test(match[1] ?? "") || /(?:_id|_url|image\w{0,8})\s{0,2}[}%]/.test(match[1] ?? ""));
    yield hitAt(block, match.index, match[0].length, isNamed ? { confidence: 0.45 } : {});
  }
}
