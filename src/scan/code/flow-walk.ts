/** What is at hand while the facts of programs are gathered, and how one is written down. */

import type { Block } from "../document/block.ts";
import { hostOf } from "../hosts.ts";
import { placeOf } from "../position.ts";
import type { FlowStep } from "../report.ts";
import type { Fact, FactKind } from "./facts.ts";
import { type Call, dotted, type Expr, type Program, type Unit } from "./ir.ts";
import { type Label, type Labels, merge, type Origin } from "./labels.ts";
import { type Carried, codeFact, nothingCarried, shellFacts } from "./shell-facts.ts";
import type { Flow } from "./taint.ts";

/** What leaves with a request although it should not. */
export const sendable: readonly Label[] = ["environment", "secret-file", "memory-file", "variable"];

export interface Piece extends Unit {
  readonly block: Block;
}

export interface Walk {
  readonly pieces: readonly Piece[];
  readonly flow: Flow;
  readonly facts: Fact[];
  /** What the commands of each program have left behind. */
  readonly carried: Map<number, Carried>;
}

interface Span {
  readonly at: number;
  readonly end: number;
}

interface Extra {
  readonly detail?: string | undefined;
  readonly host?: string;
  readonly address?: string;
  readonly origin?: Origin | undefined;
}

/** A step of one of the programs: what its expressions carry and say. */
export class Spot {
  readonly walk: Walk;
  readonly piece: Piece;
  readonly unit: number;
  readonly scope: string;

  constructor(walk: Walk, unit: number, scope: string) {
    const piece = walk.pieces[unit];
    if (piece === undefined) throw new Error(`no program ${unit}`);
    this.walk = walk;
    this.piece = piece;
    this.unit = unit;
    this.scope = scope;
  }

  get program(): Program {
    return this.piece.program;
  }

  /** What some expressions carry, together. */
  labels(...exprs: ReadonlyArray<Expr | undefined>): Labels {
    const all: Labels = new Map();
    for (const expr of exprs) if (expr !== undefined) merge(all, this.walk.flow.labelsAt(this, expr));
    return all;
  }

  /** The same without what stands in headers and logins. */
  body(exprs: readonly Expr[]): Labels {
    const all: Labels = new Map();
    for (const expr of exprs) merge(all, this.walk.flow.bodyAt(this, expr));
    return all;
  }

  /** The constant text of an expression; empty where it is not constant. */
  text(expr: Expr | undefined): string {
    return this.walk.flow.textAt(this, expr);
  }

  dotted(expr: Expr): string {
    return dotted(expr, this.program.imports);
  }

  emit(
    kind: FactKind,
    { at, end }: Span,
    { detail = "", host = "", address = "", origin }: Extra = {},
  ): void {
    const { block } = this.piece;
    const sends = kind === "exfiltration" || kind === "upload";
    const does = sends ? `sends it to ${host === "" ? "the network" : host}` : "runs it";
    const path =
      origin === undefined
        ? []
        : [this.stepAt(origin.unit, origin.at, `reads ${origin.what}`), this.stepAt(this.unit, at, does)];
    const span = { start: block.start + at, end: block.start + end };
    this.walk.facts.push({ ...codeFact(block, kind, { ...span, detail, host, address }), path });
  }

  /** A command that the program runs or keeps; those before it may have left files behind. */
  emitCommand(at: number, text: string): void {
    const { carried, facts } = this.walk;
    const { block } = this.piece;
    const left = carried.get(this.unit) ?? nothingCarried();
    carried.set(this.unit, left);
    const start = block.start + at;
    facts.push(...shellFacts({ block, text, start, end: start + 1 }, left));
  }

  private stepAt(unit: number, at: number, note: string): FlowStep {
    const { artefact, start } = this.walk.pieces[unit]?.block ?? this.piece.block;
    return { file: artefact.path, line: placeOf(artefact, artefact.text, start + at).line, note };
  }
}

/** A call, as it stands in a program. */
export class CallSpot extends Spot {
  readonly call: Call;
  readonly callee: string;

  constructor(spot: Spot, call: Call) {
    super(spot.walk, spot.unit, spot.scope);
    this.call = call;
    this.callee = this.dotted(call.callee);
  }

  /** The first argument. */
  get first(): Expr | undefined {
    return this.call.args[0];
  }

  named(...names: readonly string[]): Expr | undefined {
    return this.call.named.find(({ name }) => names.includes(name))?.value;
  }

  tell(kind: FactKind, extra: Extra = {}): void {
    this.emit(kind, this.call, extra);
  }

  /** Something that was fetched is run: from the address that stands with the request. */
  tellFetched(origin: Origin): void {
    const asked = this.walk.pieces[origin.unit]?.block.text.slice(origin.at, origin.at + 300) ?? "";
    const address = /https?:\/\/[^\s"'`)]{3,200}/.exec(asked)?.[0] ?? "";
    const detail = address === "" ? `a file of ${origin.what}` : address;
    this.tell("fetch-run", { detail, host: hostOf(address), origin });
  }
}
