/** What is at hand while the facts of programs are gathered, and how one is written down. */

import type { Block } from "../document/block.ts";
import { hostOf } from "../hosts.ts";
import { placeOf } from "../position.ts";
import type { FlowStep } from "../report.ts";
import type { Fact, FactKind } from "./facts.ts";
import type { Expr, Unit } from "./ir.ts";
import type { Label, Origin } from "./labels.ts";
import type { Carried } from "./shell-facts.ts";
import type { Flow } from "./taint.ts";

/** What leaves with a request although it should not. */
export const sendable: readonly Label[] = ["environment", "secret-file", "memory-file", "variable"];

export interface Piece extends Unit {
  readonly block: Block;
}

export type Call = Expr & { k: "call" };

export interface Walk {
  readonly pieces: readonly Piece[];
  readonly flow: Flow;
  readonly facts: Fact[];
  /** What the commands of each program have left behind. */
  readonly carried: Map<number, Carried>;
}

interface Extra {
  readonly detail?: string;
  readonly host?: string;
  readonly origin?: Origin | undefined;
}

export function emit(
  walk: Walk,
  unit: number,
  kind: FactKind,
  span: { at: number; end: number },
  extra: Extra,
): void {
  const block = walk.pieces[unit]?.block;
  if (block === undefined) return;
  const { artefact } = block;
  const start = block.start + span.at;
  const path: FlowStep[] = [];
  if (extra.origin !== undefined) {
    path.push(stepAt(walk, extra.origin.unit, extra.origin.at, `reads ${extra.origin.what}`));
    path.push(
      stepAt(
        walk,
        unit,
        span.at,
        kind === "exfiltration" || kind === "upload"
          ? `sends it to ${extra.host === "" || extra.host === undefined ? "the network" : extra.host}`
          : "runs it",
      ),
    );
  }
  walk.facts.push({
    kind,
    artefact,
    start,
    end: block.start + span.end,
    detail: extra.detail ?? "",
    host: extra.host ?? "",
    polarity: block.polarity,
    language: block.language,
    inScript: artefact.language !== "markdown",
    path,
  });
}

function stepAt(walk: Walk, unit: number, at: number, note: string): FlowStep {
  const block = walk.pieces[unit]?.block;
  if (block === undefined) return { file: "", line: 1, note };
  return {
    file: block.artefact.path,
    line: placeOf(block.artefact, block.artefact.text, block.start + at).line,
    note,
  };
}

/** The address whose answer was written to a file: the one that stands with the request. */
export function addressAsked(walk: Walk, { unit, at }: Origin): string {
  const text = walk.pieces[unit]?.block.text.slice(at, at + 300) ?? "";
  return /https?:\/\/[^\s"'`)]{3,200}/.exec(text)?.[0] ?? "";
}

/** The facts of a file that was fetched and is run. */
export function emitFetched(
  walk: Walk,
  unit: number,
  span: { at: number; end: number },
  origin: Origin,
): void {
  const address = addressAsked(walk, origin);
  emit(walk, unit, "fetch-run", span, {
    detail: address === "" ? `a file of ${origin.what}` : address,
    host: hostOf(address),
    origin,
  });
}
