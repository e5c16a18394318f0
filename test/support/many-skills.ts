/**
 * A repository with one skill in each state that discovery distinguishes: `fresh` is new, `open` is in progress, `out` is
 * published, `bad` was rejected, `banned` is blocked.
 */
import type { SkillFile } from "../../src/domain/skill-file.ts";
import { block } from "../../src/lib/actions/block-actions.ts";
import type { TestPlatform } from "./platform.ts";
import { badSkill, goodSkill } from "./skills.ts";

const REPO_URL = "https://github.com/acme/many";

export const under = (name: string, files: SkillFile[] = goodSkill(name)): SkillFile[] =>
  files.map((file) => ({ ...file, path: `skills/${name}/${file.path}` }));

export const manySkills = (): SkillFile[] => [
  ...under("fresh"),
  ...under("open"),
  ...under("out"),
  ...under("bad", badSkill("bad")),
  ...under("banned"),
];

/** Submits and blocks skills until each one is in the state that its name says. */
export async function publishAll(platform: TestPlatform): Promise<void> {
  const submit = (skillPath: string) => platform.submitRepository(REPO_URL, skillPath);
  await submit("skills/out");
  await submit("skills/bad");
  platform.nowMs += 2_000;
  await platform.settle();
  await submit("skills/open");
  const entry = { skillName: "banned", sourceUrl: REPO_URL, digest: null, owner: null };
  const why = { threatType: "test", severity: "high" as const, reason: "seen", evidenceUrls: [] };
  await platform.run(() => block({ ...entry, ...why }, { actor: "admin", reason: "seen" }, platform.nowMs));
}
