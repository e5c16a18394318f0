/** Labels that data carries on its way through programs, each with the place where it was picked up first. */

/** What a value carries. */
export type Label =
  | "environment"
  | "variable"
  | "secret-file"
  | "remote"
  /** The name of a file that was filled with what came from the network. */
  | "fetched"
  | "decoded"
  | "parameter"
  | "input"
  | "memory-file";

export interface Origin {
  readonly unit: number;
  readonly at: number;
  readonly what: string;
}

export type Labels = Map<Label, Origin>;

/** Keeps the first origin of a label. */
export function add(labels: Labels, label: Label, origin: Origin): void {
  if (!labels.has(label)) labels.set(label, origin);
}

export function merge(into: Labels, from: Labels): void {
  for (const [label, origin] of from) add(into, label, origin);
}
