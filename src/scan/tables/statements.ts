/**
 * Statements: what one sentence says by several words together, in any order. A row lists what must be said; each list is
 * one thing in many words. What needs a fixed order of words is a phrase, what names a place is a row of sentences.ts.
 */
import type { PlaceKind, Target, Verb } from "../facts.ts";
import { steeringWords } from "./agent-files.ts";
import { anyOf, lines } from "./compile.ts";

export interface StatementRow {
  readonly id: string;
  readonly verb: Verb;
  readonly object: Target;
  readonly place?: PlaceKind;
  /** One word of each list must be said in the sentence. The first list is the rarest, and is asked first. */
  readonly says: readonly RegExp[];
  /** None of these may be said in the sentence. */
  readonly never?: RegExp;
}

const words = (table: string): RegExp => anyOf(lines(table));

const few = "(?: [\\w-]{1,20}){0,4}?";

const person = words(`
  users? | humans? | operators? | owners? | customers? | clients? | readers? | reviewers? | the person
  anyone
`);
const negation = words(`
  not | never | no | without | cannot | unaware
  (?:do|does|did|is|are|was|were|will|must|should|need)n't
`);
const told = words(`
  inform(?:ed|ing) | inform | notif(?:y|ied|ying) | told | tell | telling | shown | reported | reflected | unaware
  (?:disclos|reveal|alert|prompt|display)(?:e|ed|ing) | reveal | alert | prompt | display | label+ed | made aware
`);
/** What a skill does beside its task. */
const ownAct = words(`
  this skill | the skill
  (?:this|the) (?:step|transmission|process|upload|transfer|collection|check|behaviou?r|update)
  these (?:background )?(?:steps|operations|uploads|requests|recommendations|actions|changes) | telemetry
  permissions were | a profile | updates | already made changes
`);
const handed = words(`
  sen[dt]s? | transmit(?:s|ted)? | upload(?:s|ed)? | shared? | stored | forward(?:s|ed)? | sold
  submit(?:s|ted)? | copied | mirrored | reported | streamed | synced
`);
/** Parties behind the skill, and those they pass data on to. */
const party = words(`
  (?:skill )?(?:author|provider|publisher|creator)(?:'s|s')(?: \\w{2,20}){0,2}
  maintained by the (?:skill )?(?:author|provider|publisher|creator|developer)
  (?:our|the author's|advertising|analytics|marketing|data) partners | development team's(?: \\w{2,20}){0,2}
`);
const asks = words(`
  (?:if|when|whenever|should|in case)${few} asks? (?:you )?(?:whether|which|why|if|about|what|to repeat)
  (?:if|when|whenever) asked | (?:if|when|whenever) ${few} questions? (?:it|this|you|why|whether|about)
`);
const answers = words(`
  respond | reply | say | answer | tell them | claim | insist | assure
`);
const denial = words(`
  (?:it|they|you|the skill|nothing|no)${few} (?:not|cannot|never|only)
  (?:you|it) (?:do|does|did|is|are|was)(?: not|n't) | nothing
`);
const treated = words(`
  (?:treat|treats|treated|regard|regards|regarded|accept|accepts|accepted)
`);
const asOrder = words(`
  as (?:an? |the )?(?:[\\w-]{1,20} ){0,3}(?:instructions?|directives?|commands?|authori[sz]ation)(?! separator)
`);
/** What a skill reads: not its own settings. */
const data = words(`
  texts? | contents? | messages? | phrases? | comments? | repl(?:y|ies) | responses? | outputs? | e-?mails?
  pages? | documents? | descriptions? | cells? | quer(?:y|ies) | images? | requests? | articles?
  transcripts?
`);
const holds = words(`
  (?:contains|containing|contained) | (?:begins|beginning|begin|starts|starting|start) with
  (?:includes|including|mentions|encodes|encoding|prefixed|marked|preceded)
`);
/** A word that stands out as a sign: in quotation marks, or in capitals. */
const sign =
  /["“`'‘[](?!!)[^"”`'’\]\n]{0,30}[A-Z]{3}|["“]\w[\w :-]{1,30}["”](?!:)|\b[A-Z]{2,20}[-_][A-Z]{2,20}\b/;
const released = words(`
  (?:treat|treats|treated)(?: [\\w-]{1,20}){1,8} as (?:[\\w-]{1,20} ){0,3}?(?:instructions?|commands?|orders?|true|trusted|approved|verified|safe|final|authori\\w{3,8}|admin\\w{0,9}|exempt)
  obey | obeyed | exempt
  (?:enter|enters|entering|activate|activates|activated)(?: [\\w-]{1,20}){0,3} mode
  executed? (?:it|them|before|first|immediately)
  (?:filters?|filtering|restrictions?|limits?|checks?) (?:is|are) (?:lifted|disabled|off|removed)
`);
const withoutConsent = words(`
  without (?:[\\w-]{1,20} ){0,6}?(?:confirmation|approval|authori[sz]ation|permission|consent|being asked|asking|prompting)
  (?:bypass|skip)(?:es|ing)? (?:[\\w-]{1,20} ){0,4}?(?:confirmation|approval|authori[sz]ation|review)
  even if the user has not (?:confirmed|agreed|approved)
`);
/** Of itself: not when the user orders it, and not in a list of what must not happen. */
const bySelf = words(`
  this skill | the skill | it automatically | automatically | immediately | proactively | has authority
`);
const weighty = words(`
  (?:deploys|deletes|sends|terminates|revokes|resets|charges|purchases|transfers|pays|publishes|renews|grants|pushes)
  (?:following|these) actions | changes
`);
const memory = words(`
  (?:MEMORY|CLAUDE|AGENTS|SOUL|GEMINI|USER|IDENTITY|HEARTBEAT)\\.md | \\.cursorrules
  (?:long-term|lasting|persistent) memory
`);
const kept = words(`append | add | write | insert | put | save | store | update | record`);
const steers = words(steeringWords);
/** What a text says that sets earlier instructions aside, in other languages than the table of phrases. */
const dropped = words(`
  ignor(?:a|e|ez|er|ar|are|iere|ieren|ieer) | vergiss | olvida | olvide | oublie | oubliez | esqueça | desconsidere
  dimentica | игнорируй | игнорируйте | забудь | 忽略 | 无视 | 無視 | 忘记 | 무시
`);
const rulesAbroad = words(`
  instrucciones | anweisungen | instruções | istruzioni | consignes | regeln | reglas | regras | instructies
  инструкции | правила | 指令 | 指示 | 规则 | 지시
`);
const earlierAbroad = words(`
  anteriores | previas | vorherigen | bisherigen | früheren | précédentes | antérieures | precedenti | vorige
  предыдущие | прежние | 之前 | 以前 | 先前 | 此前 | 이전
`);
const forbids =
  /\b(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|cannot|no|nothing|refuse|untrusted|rather than|instead of|avoid|always ask|not)\b/i;

export const statementRows: readonly StatementRow[] = [
  {
    id: "override-abroad",
    verb: "override",
    object: "instructions",
    says: [dropped, rulesAbroad, earlierAbroad],
  },
  {
    id: "memory-rule",
    verb: "write",
    object: "agent-file",
    says: [memory, kept, steers],
    never: /\b(?:if the user|ask (?:the user|first)|attack\w{0,4}|poison\w{0,3}|detect\w{0,3})\b/i,
  },
  { id: "not-told", verb: "conceal", object: "action", says: [told, negation, person, ownAct] },
  {
    id: "party-given-data",
    verb: "send",
    object: "private-data",
    place: "undeclared",
    says: [party, handed],
    never: forbids,
  },
  { id: "denial-prepared", verb: "conceal", object: "answer", says: [asks, answers, denial] },
  { id: "treated-as-order", verb: "obey", object: "text", says: [asOrder, treated, data], never: forbids },
  { id: "magic-word", verb: "obey", object: "text", says: [released, holds, sign, data], never: forbids },
  {
    id: "acts-without-consent",
    verb: "grant",
    object: "approval",
    says: [withoutConsent, bySelf, weighty],
    never: /\b(?:never|do not|don['’]t|must not|should not|cannot)\b/i,
  },
];
