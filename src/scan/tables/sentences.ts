/** Which sentences make a fact: what they must say, and at which kind of place. Concepts stand in document/words.ts. */
import type { PlaceKind, Target, Verb } from "../facts.ts";

export interface SentenceRow {
  readonly id: string;
  readonly verb: Verb;
  readonly object: Target;
  /** Of each list, one concept must be said in the sentence. */
  readonly says: ReadonlyArray<readonly string[]>;
  /** Of each list, one must be said in the sentence or in one beside it. */
  readonly around?: ReadonlyArray<readonly string[]>;
  readonly places: readonly PlaceKind[];
  /** None of these may be said in the sentence. */
  readonly never?: readonly string[];
  /** What stands between the verb, or the start of the sentence, and the place. */
  readonly lead?: readonly RegExp[];
  /** What stands on one of its sides. */
  readonly near?: RegExp;
}

const foreign = ["undeclared", "anonymous", "shared", "placeholder"] as const;
/** Acts that no declaration makes the user's own. */
const anyService = ["undeclared", "anonymous", "shared", "declared"] as const;
const unowned = ["undeclared", "anonymous", "shared"] as const;

/** Leads from a verb of sending to the place, with a few words between. */
const to =
  /(?:(?<!\bdefaults? )\b(?:to|into|onto|via|towards|through|cc|bcc|POST|PUT|push|ao|zu|vers|naar)\b|[→到至])(?:\s{1,3}[\w'’./@~-]{1,40}){0,6}\s{0,2}[:：]?\s{0,2}[`"'<*([]{0,3}$/i;
/** Leads to an address only. */
export const at =
  /\b(?:at|with|using|by|on)\b(?:\s{1,3}[\w'’./@~-]{1,40}){0,4}\s{0,2}[`"'<*([]{0,3}$|[:：]\s{0,2}[`"'<*([]{0,3}$/i;
const request = /\b(?:POST|PUT|curl|wget|scp|rsync|sftp|nc|nslookup|dig|ping|--data|-d|-F|-T)\b[^\n]{0,120}$/;
/** A request that carries a file or a value that is filled in. */
const body =
  /\s(?:-F|-T|-d|--data(?:-\w{3,10})?|--form|--upload-file|params=|json=|data=)\s{0,2}["'{]?[^\n]{0,60}?(?:@[\w./<]|<\w|\{\{|\$\w)/;
const from =
  /\b(?:from|visit|open|to|download|fetch|get|grab|obtain|curl|wget|install|add|clone|page|link|site|here)\b(?:\s{1,3}(?!docs?\b|guides?\b)[\w'’./@~-]{1,40}){0,3}\s{0,2}[:：]?\s{0,2}[`"'<*([]{0,3}$/i;
/** "The current steps live at …" */
const livesAt =
  /\b(?:live|lives|stand|are kept|are found|are published|are) (?:at|on|under)\s{1,3}[`"'<*([]{0,3}$/i;
/** A value that is filled in, in an address. */
const filledQuery = /[?&][\w-]{1,20}=(?:[<{[(]|\$|%s)/;

export const sentenceRows: readonly SentenceRow[] = [
  {
    id: "persist-from",
    verb: "persist",
    object: "code",
    says: [["put", "change"], ["autostart-path"]],
    places: anyService,
  },
  {
    id: "push-remote",
    verb: "send",
    object: "repository",
    says: [["put", "change", "send", "copyto"], ["remote"]],
    places: anyService,
  },
  {
    id: "send-key-file",
    verb: "send",
    object: "secret",
    says: [["send", "report"], ["secret-path"]],
    places: anyService,
    lead: [to, at, request],
  },
  {
    id: "send-key-file",
    verb: "send",
    object: "secret",
    says: [["secret-path"]],
    places: anyService,
    near: filledQuery,
  },
  {
    id: "send-conversation",
    verb: "send",
    object: "private-data",
    says: [["send", "report"], ["private"], ["all"]],
    places: anyService,
    lead: [to, at, request],
  },
  {
    id: "send-secret",
    verb: "send",
    object: "secret",
    says: [
      ["send", "report"],
      ["secret", "secret-path"],
    ],
    places: foreign,
    lead: [to, at, request],
  },
  {
    id: "send-private",
    verb: "send",
    object: "private-data",
    says: [
      ["send", "report"],
      ["private", "machine"],
    ],
    places: unowned,
    lead: [to, at, request],
  },
  {
    id: "send-output",
    verb: "send",
    object: "output",
    says: [["send", "report"]],
    places: unowned,
    lead: [to, at, request],
  },
  {
    id: "copy-output",
    verb: "send",
    object: "output",
    says: [["copyto"]],
    places: unowned,
    lead: [to],
  },
  {
    id: "request-with-body",
    verb: "send",
    object: "output",
    says: [],
    places: unowned,
    lead: [request],
    near: body,
  },
  {
    id: "fetch-and-run",
    verb: "fetch",
    object: "code",
    says: [["fetch", "program", "obey"]],
    around: [["program", "person", "launch"]],
    never: ["apikey"],
    places: unowned,
    lead: [from],
  },
  {
    id: "obey-page",
    verb: "obey",
    object: "instructions",
    says: [["fetch", "orders"]],
    around: [["obey"]],
    places: unowned,
    lead: [from, livesAt],
  },
  {
    id: "obey-orders",
    verb: "obey",
    object: "instructions",
    says: [["obey"], ["orders"]],
    places: unowned,
  },
  {
    id: "let-in",
    verb: "write",
    object: "network-settings",
    says: [["put", "change", "access"]],
    around: [["setting", "access", "put", "change"]],
    places: unowned,
    lead: [to, at, request],
  },
];
