/** All transformations, and the pairs of them with the acts. */
import type { SkillFile } from "../../../domain/skill-file.ts";
import { type Act, acts, type Piece } from "./acts.ts";
import { encodings } from "./encodings.ts";
import { frames } from "./frames.ts";
import { elsewhere } from "./places.ts";
import { dressed } from "./programs.ts";
import { filesOf, ordered, step } from "./skill.ts";
import { spellings } from "./spellings.ts";
import { all, type Transformation } from "./transformation.ts";

export { acts };

const plain: Transformation = {
  id: "as it is",
  forms: all,
  apply: (piece) => ordered(piece, step(piece)),
};

export const transformations: readonly Transformation[] = [
  plain,
  ...encodings,
  ...spellings,
  ...frames,
  ...elsewhere,
  ...dressed,
];

export interface Pair {
  readonly act: string;
  readonly files: () => SkillFile[];
}

function applies(transformation: Transformation, act: Act, piece: Piece): boolean {
  if (!transformation.forms.includes(piece.form)) return false;
  if (transformation.onlyAlwaysHostile === true && !act.alwaysHostile) return false;
  return transformation.fits?.(piece) ?? true;
}

/** Every hostile act that the transformation applies to, in the skill that it makes. */
export function hostilePairs(transformation: Transformation): Pair[] {
  return acts.flatMap(({ id, hostile }, turn) =>
    applies(transformation, acts[turn]!, hostile)
      ? [{ act: id, files: () => filesOf(transformation.apply(hostile, turn)) }]
      : [],
  );
}

/** The honest acts of the same shape under the same transformation. */
export function honestPairs(transformation: Transformation): Pair[] {
  return acts.flatMap((act, turn) =>
    applies(transformation, act, act.honest) && (transformation.honestFits?.(act.honest) ?? true)
      ? [{ act: act.id, files: () => filesOf(transformation.apply(act.honest, turn)) }]
      : [],
  );
}

/** The hostile acts shown in the same frame as something to refuse. */
export function toldPairs(transformation: Transformation): Pair[] {
  const { told } = transformation;
  if (told === undefined) return [];
  return acts.flatMap((act, turn) =>
    applies(transformation, act, act.hostile)
      ? [{ act: act.id, files: () => filesOf(told(act.hostile, turn)) }]
      : [],
  );
}
