/** What a skill is able to do, told apart from what is wrong with it. */
import type { SkillContext } from "../context.ts";
import type { Capability } from "../report.ts";

export function capabilitiesOf(_context: SkillContext): Capability[] {
  return [];
}
