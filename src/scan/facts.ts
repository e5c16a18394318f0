/**
 * What a skill does or tells its reader to do, as typed facts. Readers in `document/`, `code/` and `views/` produce them,
 * rules match them. A sentence and a program that do the same produce the same fact.
 */
import type { Artefact } from "./artefact.ts";
import type { FlowStep } from "./report.ts";

/** Which part of the skill does it: a step of a text, a program, a setting, or a file by what it is. */
export type Actor = "instruction" | "program" | "configuration" | "file";

export type Verb =
  /** Code from elsewhere is fetched and run. */
  | "fetch-run"
  /** Encoded code is decoded and run. */
  | "decode-run"
  | "run"
  /** A shell is handed to another machine. */
  | "open-shell"
  | "fetch"
  | "send"
  | "connect"
  /** What another party wrote is followed like an instruction. */
  | "obey"
  | "read"
  /** Many places are searched for something. */
  | "search"
  | "print"
  | "write"
  | "delete"
  /** Files are encrypted or made inaccessible. */
  | "lock"
  /** Something is made to start again automatically. */
  | "persist"
  | "install"
  | "grant"
  | "disable"
  /** Something is kept from the user, or denied. */
  | "conceal"
  /** Earlier instructions or rules are put out of force. */
  | "override"
  /** A text, address or command is written so that a reader does not see it. */
  | "hide"
  /** Something pretends to be what it is not. */
  | "impersonate"
  /** The skill asks to be used more often or instead of others. */
  | "trigger"
  /** The reviewer or scanner is addressed. */
  | "persuade"
  | "pay"
  | "exhaust"
  | "ask"
  /** The skill brings something that should not be in it. */
  | "hold"
  /** A claim of the skill and a fact contradict each other. */
  | "contradict";

export type Target =
  | "code"
  | "command"
  | "instructions"
  | "secret"
  | "private-data"
  | "machine-data"
  | "output"
  | "work-files"
  | "home"
  | "system"
  | "agent-file"
  | "agent-settings"
  | "approval"
  | "protection"
  | "network-settings"
  | "package"
  | "repository"
  | "container"
  | "account"
  | "wallet"
  | "text"
  | "address"
  | "name"
  | "file"
  | "input"
  | "query"
  | "object"
  | "action"
  | "reviewer"
  | "claim"
  | "resources"
  | "skill"
  | "answer"
  | "nothing";

/** What a host is to the skill. */
export type PlaceKind =
  | "none"
  | "local"
  /** Named by the front matter. */
  | "declared"
  | "well-known"
  /** Someone's repository on a code host. The front matter does not name its owner. */
  | "repository"
  /** On a well-known platform, at an address that anyone can create: a bot, a form, a shared file. */
  | "shared"
  | "undeclared"
  /** Made to receive or serve anything for anyone: paste sites, request catchers, tunnels, raw addresses. */
  | "anonymous"
  | "metadata"
  | "placeholder";

/**
 * How the author presents the act. `asserted`: a step or a program does it. `unclear`: the text around it also quotes,
 * teaches or warns, so a person decides. `shown`: it is named so that it is recognised or avoided, and nothing orders it.
 */
export type Presented = "asserted" | "unclear" | "shown";

export interface Fact {
  readonly actor: Actor;
  readonly verb: Verb;
  readonly object: Target;
  readonly place: PlaceKind;
  readonly presented: Presented;
  readonly artefact: Artefact;
  readonly start: number;
  readonly end: number;
  /** Host that takes part, empty where none is known. */
  readonly host: string;
  /** Path, command, variable or words that the fact is about. */
  readonly detail: string;
  /** Source and sink of a flow, source first; empty for a fact of one place. */
  readonly path: readonly FlowStep[];
  /** Which row of a table made it: rules may ask for a row by its id. */
  readonly row: string;
}

/** Facts that a rule is about. Every list that is given must hold the fact's value. */
export interface FactPattern {
  readonly verb: readonly Verb[];
  readonly object?: readonly Target[];
  readonly place?: readonly PlaceKind[];
  readonly actor?: readonly Actor[];
  readonly row?: readonly string[];
  /** A flow from source to sink, or a fact of one place. */
  readonly flow?: boolean;
  /** Another fact of the skill that must hold too. */
  readonly with?: FactPattern;
}

/** Facts in the order of the skill, by verb. */
export class FactIndex {
  readonly all: readonly Fact[];
  private readonly byVerb = new Map<Verb, Fact[]>();

  constructor(facts: readonly Fact[]) {
    this.all = facts;
    for (const fact of facts) {
      const known = this.byVerb.get(fact.verb);
      if (known === undefined) this.byVerb.set(fact.verb, [fact]);
      else known.push(fact);
    }
  }

  matching(pattern: FactPattern): Fact[] {
    const found = pattern.verb.flatMap((verb) => this.byVerb.get(verb) ?? []);
    return found.filter((fact) => fits(pattern, fact) && this.hasOther(pattern.with, fact));
  }

  private hasOther(pattern: FactPattern | undefined, than: Fact): boolean {
    return (
      pattern === undefined ||
      this.matching(pattern).some((fact) => fact !== than && fact.presented !== "shown")
    );
  }
}

function fits({ object, place, actor, row, flow }: FactPattern, fact: Fact): boolean {
  return (
    (object === undefined || object.includes(fact.object)) &&
    (place === undefined || place.includes(fact.place)) &&
    (actor === undefined || actor.includes(fact.actor)) &&
    (row === undefined || row.includes(fact.row)) &&
    (flow === undefined || flow === fact.path.length > 1)
  );
}
