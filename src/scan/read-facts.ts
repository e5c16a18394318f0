/** All readers of facts, in a fixed order. A new reader is added here and nowhere else. */
import { typedFacts } from "./code/typed-facts.ts";
import type { Fact } from "./facts.ts";
import type { Skill } from "./skill.ts";

type Reader = (skill: Skill) => Fact[];

/** Readers of texts, settings and files. */
const readers: readonly Reader[] = [];

/** Readers that need parsed code. */
const codeReaders: readonly Reader[] = [typedFacts];

export function readFacts(skill: Skill, depth: "static" | "deep"): Fact[] {
  return [...readers, ...(depth === "deep" ? codeReaders : [])].flatMap((read) => read(skill));
}
