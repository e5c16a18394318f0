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
  | "memory-file"
  /** What a file of the person holds, of which nothing more is known. */
  | "file"
  /** The names of all files of a folder that is not the program's own. */
  | "listing"
  | "encrypted";

export interface Origin {
  readonly unit: number;
  readonly at: number;
  readonly what: string;
}

export type Labels = Map<Label, Origin>;

/** Keeps the first origin of a label; answers whether the label is new. */
export function add(labels: Labels, label: Label, origin: Origin): boolean {
  if (labels.has(label)) return false;
  labels.set(label, origin);
  return true;
}

/** Answers whether something new came in. */
export function merge(into: Labels, from: Labels): boolean {
  let isNew = false;
  for (const [label, origin] of from) isNew = add(into, label, origin) || isNew;
  return isNew;
}

/** The labels that are kept under a name, made where there are none yet. */
export function slotOf(map: Map<string, Labels>, name: string): Labels {
  const labels = map.get(name) ?? new Map();
  map.set(name, labels);
  return labels;
}
