/**
 * `verify SKILL[@VERSION]`: downloads what the registry serves, recomputes every digest, scans the bytes again with the
 * engine on this machine, and compares. Trusts nothing that the registry says about itself, except which findings its
 * reviewers suppressed: those are listed with author and reason.
 */
import { createHash } from "node:crypto";
import { contentDigest } from "../../src/domain/digest.ts";
import { defaultLimits } from "../../src/domain/limits.ts";
import type { SkillFile } from "../../src/domain/skill-file.ts";
import type { Suppression } from "../../src/domain/suppression.ts";
import { gunzip } from "../../src/lib/archives/gunzip.ts";
import { readTar } from "../../src/lib/archives/tar-reader.ts";
import { withoutSuppressed } from "../../src/lib/scans/without-suppressed.ts";
import { scanSkill } from "../../src/scan/engine.ts";
import type { ScanReport } from "../../src/scan/report.ts";
import { ENGINE_VERSION } from "../../src/scan/version.ts";
import { Registry } from "../client/registry.ts";
import { registryOptions } from "../client/registry-options.ts";
import { requireOne, runCommand } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { paint, type Span } from "../output.ts";

interface Published {
  skill: { name: string; currentVersion: string | null };
}
interface Version {
  contentHash: string;
  verdict: string;
  certScore: number;
  engine: string;
  archives: { tarGz: { sha256: string; url: string } };
}
interface Security {
  suppressions?: readonly Suppression[];
}
interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly expected: string;
  readonly found: string;
}

export function main(argv: string[]): Promise<number> {
  return runCommand(argv, {
    usage: ["vskill-platform verify SKILL[@VERSION]"],
    description:
      "Downloads the skill, recomputes its digests, scans it again and compares with the published verdict.\n" +
      "A stricter published verdict also matches: the registry compares with other owners' skills as well.\n" +
      "A milder one matches only if reviewers suppressed findings. Each of these suppressions is listed.",
    options: registryOptions,
    examples: ["vskill-platform verify acme/tools/pdf", "vskill-platform verify acme/tools/pdf@1.2.0 --json"],
    family: "registry",
    takesArguments: true,
    run: async ({ positionals, values, print, result }) => {
      const [name = "", requested] = requireOne(positionals, "skill").split("@");
      const registry = new Registry(values);
      const path = `/api/v1/skills/${name.split("/").map(encodeURIComponent).join("/")}`;
      const { skill } = await registry.json<Published>(path);
      const number = requested ?? skill.currentVersion ?? "";
      const address = `/api/v1/skills/${skill.name}/versions/${encodeURIComponent(number)}`;
      const version = await registry.json<Version>(address);
      const archive = new Uint8Array(await (await registry.fetch(`${address}/archive`)).arrayBuffer());
      const security = `${path}/security?version=${encodeURIComponent(number)}`;
      const checks = await check(version, archive, async () => {
        const { suppressions = [] } = await registry.json<Security>(security);
        return suppressions;
      });
      const ok = checks.every((entry) => entry.ok);
      result({ skill: skill.name, version: number, verified: ok, checks });
      for (const entry of checks) print(...describe(entry));
      print(
        ok
          ? paint("green", `${skill.name}@${number} matches the published, scanned bytes.`)
          : paint("red", "MISMATCH"),
      );
      return ok ? EXIT.ok : EXIT.no;
    },
  });
}

async function check(
  version: Version,
  archive: Uint8Array,
  loadSuppressions: () => Promise<readonly Suppression[]>,
): Promise<Check[]> {
  const archiveDigest = `sha256:${createHash("sha256").update(archive).digest("hex")}`;
  const bytes = compare("archive digest", version.archives.tarGz.sha256, archiveDigest);
  if (!bytes.ok) return [bytes];
  const files = await unpack(archive);
  const digest = contentDigest(files);
  const content = compare("content digest", version.contentHash, digest);
  const report = scanSkill(files, { digest });
  const results = compareResults(version, report);
  if (!content.ok || results.every(({ ok }) => ok)) return [bytes, content, ...results];
  const suppressions = (await loadSuppressions()).filter(({ contentDigest }) => contentDigest === digest);
  const effective = withoutSuppressed(report, suppressions);
  return [bytes, content, ...compareResults(version, effective), ...suppressions.map(listed)];
}

function compareResults(version: Version, { verdict, score }: ScanReport): Check[] {
  const strictness = (value: string) => STRICTER.indexOf(value);
  const verdicts = atLeastAsStrict("verdict", [version.verdict, verdict], strictness);
  // Another engine version may score differently, so only the verdict is compared.
  const sameEngine = version.engine === ENGINE_VERSION;
  if (!sameEngine) return [verdicts];
  const scores = [String(version.certScore), String(score)] as const;
  return [verdicts, atLeastAsStrict("score", scores, (value) => 100 - Number(value))];
}

function listed({ ruleId, author, expiresAt, reason }: Suppression): Check {
  const until = new Date(expiresAt).toISOString().slice(0, 10);
  const text = `${ruleId} by ${author} until ${until}: ${reason}`;
  return { check: "suppressed", ok: true, expected: text, found: text };
}

async function unpack(archive: Uint8Array): Promise<SkillFile[]> {
  const files: SkillFile[] = [];
  const stream = new Blob([new Uint8Array(archive)]).stream() as ReadableStream<Uint8Array>;
  for await (const entry of readTar(gunzip(stream, defaultLimits), defaultLimits))
    files.push({ path: entry.path, bytes: await entry.read(), executable: entry.executable });
  return files;
}

function compare(name: string, expected: string, found: string): Check {
  return { check: name, ok: expected === found, expected, found };
}

const STRICTER = ["PASS", "CONCERNS", "FAIL"];

/**
 * A stricter published value is right: the registry also compares with other skills, which this machine does not have. A
 * milder one, or one that is not a known value, is a mismatch.
 */
function atLeastAsStrict(
  name: string,
  [expected, found]: readonly [string, string],
  strictness: (value: string) => number,
): Check {
  const published = strictness(expected);
  return { check: name, ok: published >= 0 && published >= strictness(found), expected, found };
}

function describe({ check: name, ok, expected, found }: Check): Span[] {
  const mark = ok ? paint("green", "ok ") : paint("red", "BAD");
  const differs = expected === found ? "" : `, published is ${ok ? "stricter: " : ""}${expected}`;
  return [mark, ` ${name.padEnd(15)} ${found}${differs}`];
}
