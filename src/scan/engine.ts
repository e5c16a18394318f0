/**
 * The scanner: files in, report out. Pure, synchronous and deterministic: no clock, no environment, no I/O; the same
 * bytes and engine version give the same report, byte for byte. Knows the order of the layers, not what they look for.
 */
import type { SkillFile } from "../domain/skill-file.ts";
import { matchesOf } from "./apply-rules.ts";
import { capabilitiesOf } from "./code/capabilities.ts";
import { factsOf, noFacts } from "./code/facts.ts";
import { decidingOf } from "./deciding.ts";
import type { Block } from "./document/block.ts";
import { blocksOf } from "./document/blocks.ts";
import { declaredBy } from "./document/front-matter.ts";
import { withNamedAddresses } from "./document/named-addresses.ts";
import { withReached } from "./document/reached.ts";
import { findingOf } from "./finding.ts";
import { grouped } from "./group.ts";
import { manifestProblems } from "./manifest-problems.ts";
import { readFacts } from "./read-facts.ts";
import { readOf } from "./read-of.ts";
import type { RegistryContext } from "./registry.ts";
import type { Finding, NotLookedAt, ScanReport } from "./report.ts";
import type { RuleFamily } from "./rule.ts";
import { families as allFamilies, rulesDigest } from "./rules/index.ts";
import { scoreOf, verdictOf } from "./score.ts";
import { maskReport } from "./secrets.ts";
import type { Skill } from "./skill.ts";
import { ENGINE_VERSION } from "./version.ts";
import { unverifiedBytecode } from "./views/bytecode.ts";
import { decodedChildren } from "./views/children.ts";
import { type Collected, collect } from "./views/collect.ts";
import { withHandedFiles } from "./views/handed.ts";
import { withReachableFixtures } from "./views/reachable.ts";

export interface ScanOptions {
  /** `static`: layers 0–2. `deep` (default): also code facts, flows, declared against actual. */
  readonly depth?: "static" | "deep";
  /** Content digest of the files, as the caller identifies them. */
  readonly digest: string;
  readonly registry?: RegistryContext;
  /** Which families run; all, unless a test switches one off. */
  readonly families?: readonly RuleFamily[];
}

/** Scans one skill. Never throws for what is in the files: a rule that breaks makes the report incomplete. */
export function scanSkill(files: readonly SkillFile[], options: ScanOptions): ScanReport {
  const { depth = "deep", digest, registry = {}, families = allFamilies } = options;
  const collected = collect(files);
  const { notLookedAt } = collected;
  for (const artefact of collected.artefacts) {
    const unverified = unverifiedBytecode(artefact, collected.artefacts);
    if (unverified !== undefined) notLookedAt.push({ file: artefact.path, reason: unverified.message });
  }
  const read = readOf(files, collected.artefacts);
  const context = contextOf(collected, depth, { registry, digest });
  const findings = grouped(findingsOf(families, context, depth, notLookedAt));
  const complete = notLookedAt.length === 0;
  const score = scoreOf(findings);
  return maskReport({
    engine: ENGINE_VERSION,
    rules: rulesDigest(families),
    digest,
    depth,
    verdict: verdictOf(findings, score, complete),
    score,
    complete,
    deciding: decidingOf({ findings, notLookedAt }),
    read,
    notLookedAt: notLookedAt.toSorted((a, b) => compare(a.file, b.file) || compare(a.reason, b.reason)),
    findings,
    capabilities: capabilitiesOf(context),
    manifest: manifestProblems(files),
  });
}

function contextOf(
  collected: Collected,
  depth: "static" | "deep",
  known: Pick<Skill, "registry" | "digest">,
): Skill {
  const onBroken = (file: string) =>
    collected.notLookedAt.push({ file, reason: "its code could not be followed" });
  const files = withReachableFixtures(withHandedFiles(collected.artefacts, collected.notLookedAt));
  const blocks: Block[] = [];
  const manifest =
    files.find((artefact) => artefact.path === "SKILL.md") ??
    files.find((artefact) => artefact.role === "manifest");
  const declared = declaredBy(manifest?.text);
  const artefacts = withNamedAddresses(withReached(files), { declared });
  // Decoded children join the queue behind their parents: what is encoded twice is decoded twice.
  for (let i = 0; i < artefacts.length; i++) {
    const artefact = artefacts[i];
    if (artefact === undefined) continue;
    const own = blocksOf(artefact);
    blocks.push(...own);
    artefacts.push(...decodedChildren(artefact, own, collected));
  }
  return {
    artefacts,
    blocks,
    declared,
    paths: new Set(files.map((artefact) => artefact.path)),
    facts: depth === "deep" ? factsOf(blocks, onBroken) : noFacts,
    notLookedAt: collected.notLookedAt,
    ...known,
  };
}

function findingsOf(
  families: readonly RuleFamily[],
  context: Skill,
  depth: "static" | "deep",
  notLookedAt: NotLookedAt[],
): Finding[] {
  const onBroken = (reader: string) =>
    // Fail closed: a broken reader saw nothing, so the report must not say that nothing was there.
    notLookedAt.push({ file: "", reason: `the reader ${reader} failed` });
  const rules = families.flatMap((family) => family.rules);
  return matchesOf(rules, readFacts(context, depth, onBroken))
    .map(findingOf)
    .sort(
      (a, b) =>
        compare(a.file, b.file) ||
        a.line - b.line ||
        a.column - b.column ||
        compare(a.ruleId, b.ruleId) ||
        a.endLine - b.endLine ||
        compare(a.message, b.message),
    );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
