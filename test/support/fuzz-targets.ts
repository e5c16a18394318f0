/**
 * Fuzzing targets: the readers of untrusted input. Each has an arbitrary that generates almost valid input, and a `run`
 * that throws if an invariant is violated. Used by the tests (10,000 inputs each) and by `npm run fuzz` (1,000,000 each).
 */
import { posix } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { defaultLimits } from "../../src/domain/limits.ts";
import { parseManifest } from "../../src/domain/manifest.ts";
import { Refusal } from "../../src/domain/problem.ts";
import type { SkillFile } from "../../src/domain/skill-file.ts";
import { parseSourceUrl } from "../../src/domain/source-ref.ts";
import type { ArchiveEntries } from "../../src/lib/archives/archive-entry.ts";
import { gunzip } from "../../src/lib/archives/gunzip.ts";
import { readTar } from "../../src/lib/archives/tar-reader.ts";
import { readZip } from "../../src/lib/archives/zip-reader.ts";
import { checkAddress, readAddressPolicy } from "../../src/lib/sources/address-guard.ts";
import { collectSkills } from "../../src/lib/sources/collect-skills.ts";
import { listSkills } from "../../src/lib/sources/list-skills.ts";
import { quickest } from "./quickest.ts";
import { pax, type RawEntry, rawTar } from "./raw-tar.ts";
import { type RawZipEntry, rawZip } from "./raw-zip.ts";
import { skillMd } from "./skill-files.ts";

export interface FuzzTarget<T> {
  readonly name: string;
  readonly inputs: fc.Arbitrary<T>;
  /** Returns how far the reader got, so that a test can check that not all inputs fail at the first step. */
  run(input: T): Promise<string>;
}

const limits = {
  ...defaultLimits,
  fileBytes: 1 << 16,
  skillBytes: 1 << 17,
  heldBytes: 1 << 17,
  sourceUnpackedBytes: 1 << 20,
};

const names = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "a",
      "b.md",
      "d/e.txt",
      "d/",
      "SKILL.md",
      "skill.md",
      "x/SKILL.md",
      ".claude/x",
      "./a",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "../x",
      "/abs",
      "a/../../b",
      "..",
      "a//b",
      "C:\\x",
      "con",
      "a\0b",
      "",
      "\u202e",
      "é",
      "e\u0301",
      "__proto__",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 120 }) },
);
const smallBody = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<string | Uint8Array>("", "x", skillMd("pdf"), "y".repeat(600)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 700 }) },
);

/** Changes some bytes and cuts the end off: almost valid input that no correct writer produces. */
function mutate(bytes: Uint8Array, changes: readonly (readonly [number, number])[], cut: number): Uint8Array {
  const out = bytes.slice();
  for (const [at, value] of changes) if (out.length > 0) out[at % out.length] = value;
  return cut === 0 ? out : out.subarray(0, Math.max(0, out.length - cut));
}

const mutations = fc.record({
  changes: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(fc.tuple(fc.nat(1 << 14), fc.nat(255)), { maxLength: 4 }) },
  ),
  cut: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(600) }),
});

/** Checks that every file is inside the skill, with other code than the reader's own. */
function checkInside(files: readonly SkillFile[]): void {
  for (const { path } of files) {
    const resolved = posix.resolve("/skill", path);
    if (resolved !== `/skill/${path}` || path.includes("\\") || path.includes("\0"))
      throw new Error(`a file outside the skill: ${JSON.stringify(path)}`);
  }
}

async function readArchive(open: () => ArchiveEntries): Promise<string> {
  try {
    const listed = await listSkills(open(), "", limits);
    if (listed.length === 0) return "no skill";
    const skills = await collectSkills(open(), {
      folders: listed.map(({ path }) => path),
      strict: true,
      limits,
    });
    for (const { files } of skills) checkInside(files);
    return "read";
  } catch (error) {
    if (error instanceof Refusal) return error.problem.code;
    throw error;
  }
}

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const tarEntry: fc.Arbitrary<RawEntry> = fc
  .record({
    name: names,
    type: fc.oneof(
      { weight: 8, arbitrary: fc.constant("0") },
      { weight: 2, arbitrary: fc.constantFrom("1", "2", "3", "5", "g", "x", "L", "K", "S", "7", "\0", "Z") },
    ),
    body: smallBody,
    paxPath: names,
    size: fc.oneof(
      { weight: 12, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.nat(1 << 22) },
    ),
    mode: fc.constantFrom(0o644, 0o755, 0o7777),
  })
  .map(({ name, type, body, paxPath, size, mode }) => {
    const isPax = type === "x" || type === "g";
    const content = isPax ? pax("path", paxPath) : type === "5" || type === "2" ? "" : body;
    return { name, type, mode, body: content, ...(size === undefined ? {} : { size }) };
  });

interface TarInput {
  readonly bytes: Uint8Array;
  readonly chunk: number;
  readonly packed: boolean;
}

const tarInputs: fc.Arbitrary<TarInput> = fc
  .record({
    entries: fc.array(tarEntry, { maxLength: 6 }),
    mutation: mutations,
    chunk: fc.constantFrom(7, 512, 4096),
    packed: fc.oneof(
      { weight: 7, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    withSkill: fc.boolean(),
  })
  .map(({ entries, mutation, chunk, packed, withSkill }) => {
    const all = withSkill ? [{ name: "SKILL.md", body: skillMd("pdf") }, ...entries] : entries;
    const bytes = rawTar(all);
    const layer = packed ? gzipSync(bytes, { level: 1 }) : bytes;
    // zlib works on another thread: with chunks of 7 bytes, the time would measure the machine's scheduler.
    return { bytes: mutate(layer, mutation.changes, mutation.cut), chunk: packed ? 4096 : chunk, packed };
  });

export const tarTarget: FuzzTarget<TarInput> = {
  name: "tar",
  inputs: tarInputs,
  run: ({ bytes, chunk, packed }) =>
    readArchive(() =>
      readTar(packed ? gunzip(inChunks(bytes, chunk), limits) : inChunks(bytes, chunk), limits),
    ),
};

const zipEntry: fc.Arbitrary<RawZipEntry> = fc
  .record({
    name: names,
    body: smallBody,
    mode: fc.constantFrom(0o100644, 0o100755, 0o120777, 0o040755, 0),
    twist: fc.oneof(
      { weight: 8, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.record({ local: fc.record({ size: fc.nat(2000) }) }) },
      { weight: 1, arbitrary: fc.record({ both: fc.record({ size: fc.nat(1 << 21) }) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          both: fc.record({ flags: fc.nat(0xffff), method: fc.constantFrom(0, 8, 9, 99) }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ central: fc.record({ offset: fc.nat(3000) }) }) },
      { weight: 1, arbitrary: fc.record({ both: fc.record({ extra: fc.uint8Array({ maxLength: 20 }) }) }) },
    ),
  })
  .map(({ name, body, mode, twist }) => ({ name, body: name.endsWith("/") ? "" : body, mode, ...twist }));

const zipInputs = fc
  .record({ entries: fc.array(zipEntry, { maxLength: 6 }), mutation: mutations, withSkill: fc.boolean() })
  .map(({ entries, mutation, withSkill }) => {
    const all = withSkill ? [{ name: "SKILL.md", body: skillMd("pdf") }, ...entries] : entries;
    return mutate(rawZip(all), mutation.changes, mutation.cut);
  });

export const zipTarget: FuzzTarget<Uint8Array> = {
  name: "zip",
  inputs: zipInputs,
  run: (bytes) => readArchive(() => readZip(bytes, limits)),
};

const yamlPieces = fc.constantFrom(
  ...[
    "name: pdf\n",
    "description: d\n",
    "license: ",
    "metadata:\n",
    "  version: 1.0\n",
    "allowed-tools: ",
    "&a ",
    "*a",
    "[",
    "]",
    "{",
    "}",
  ],
  ...[
    "!!js ",
    "! ",
    "? ",
    ": ",
    "- ",
    "| \n",
    "> \n",
    "'",
    '"',
    "\\x",
    "#",
    "%YAML 1.1\n",
    "---\n",
    "...\n",
    "<<: *a\n",
    "__proto__: x\n",
    "\t",
    "\r\n",
  ],
  ...[
    "null\n",
    "0x1F\n",
    ".inf\n",
    "2020-01-01\n",
    "  ",
    "\u2028",
    "\ufeff",
    "ä",
    "\0",
    "[[[[[[[[",
    "- - - - - ",
    "x".repeat(2000),
  ],
);
/** A few pieces repeated up to the size limit. Makes a reader that backtracks slow. */
const longYaml = fc
  .record({
    start: fc.array(yamlPieces, { maxLength: 3 }),
    piece: fc.array(yamlPieces, { minLength: 1, maxLength: 3 }),
    numbered: fc.boolean(),
  })
  .map(({ start, piece, numbered }) => {
    const unit = piece.join("");
    const count = Math.min(4000, Math.floor(8000 / (unit.length + 3)));
    return `---\n${start.join("")}${Array.from({ length: count }, (_, i) => (numbered ? unit + i.toString(36) : unit)).join("")}\n---\n`;
  });
const yamlInputs = fc.oneof(
  longYaml,
  fc.array(yamlPieces, { maxLength: 40 }).map((pieces) => `---\n${pieces.join("")}\n---\nbody`),
  fc
    .array(yamlPieces, { maxLength: 40 })
    .map((pieces) => `---\nname: pdf\ndescription: d\n${pieces.join("")}\n---\nbody`),
  fc.string({ unit: "binary", maxLength: 400 }).map((text) => `---\n${text}\n---\n`),
  fc.string({ maxLength: 100 }),
);

export const yamlTarget: FuzzTarget<string> = {
  name: "yaml",
  inputs: yamlInputs,
  run: async (text) => {
    const { manifest, problems } = parseManifest(text, "pdf");
    const hasError = problems.some(({ severity }) => severity === "error");
    if (hasError !== (manifest === null)) throw new Error("a manifest with errors, or none without");
    const lines = text.split("\n").length;
    if (problems.some(({ line }) => line < 1 || line > lines))
      throw new Error("a problem on a line that does not exist");
    if (Object.getPrototypeOf(manifest?.metadata ?? {}) !== Object.prototype)
      throw new Error("a prototype was changed");
    return manifest === null ? "refused" : "read";
  },
};

const urlPieces = fc.constantFrom(
  ...[
    "https://",
    "http://",
    "git@",
    "ssh://",
    "git+",
    "github.com",
    "GitHub.com",
    "www.",
    "/",
    "//",
    "acme",
    "Tools",
    ".git",
    "tree",
    "blob",
    "main",
  ],
  ...[
    "..",
    ".",
    "%2e%2e",
    "%2f",
    "%ff",
    "\\",
    "?",
    "#",
    "@",
    ":",
    ":443",
    ":22",
    "127.0.0.1",
    "[::1]",
    "0x7f.1",
    "localhost",
    "example.com",
  ],
  ...[
    ".well-known",
    "agent-skills",
    "index.json",
    " ",
    "\n",
    "\0",
    "ä",
    "\u202e",
    "\u3002",
    "xn--",
    "user:pass@",
    "file:",
    "x".repeat(300),
  ],
);
const urlInputs = fc.oneof(
  { weight: 6, arbitrary: fc.array(urlPieces, { maxLength: 10 }).map((pieces) => pieces.join("")) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("https://github.com/", "acme/"), fc.array(urlPieces, { maxLength: 8 }))
      .map(([start, pieces]) => start + pieces.join("/")),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(urlPieces, fc.nat(700)).map(([piece, times]) => piece.repeat(times).slice(0, 2048)),
  },
  { weight: 1, arbitrary: fc.webUrl() },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
);
const policy = readAddressPolicy("https://api.github.com", undefined);

export const urlTarget: FuzzTarget<string> = {
  name: "url",
  inputs: urlInputs,
  run: async (input) => {
    const parsed = parseSourceUrl(input);
    if (!parsed.ok) return parsed.problem.code;
    const { kind, url, owner, repo, path } = parsed.source;
    const again = parseSourceUrl(url);
    if (!again.ok || again.source.url !== url || again.source.owner !== owner)
      throw new Error(`not normalised: ${url}`);
    if (path.split("/").some((part) => part === "..")) throw new Error(`path traversal: ${path}`);
    if (kind === "github" && url !== `https://github.com/${owner}/${repo}`)
      throw new Error(`a repository on another host: ${url}`);
    try {
      checkAddress(new URL(url), policy);
      const { hostname } = new URL(url);
      if (/^\[|^[0-9.]+$|^localhost$/.test(hostname))
        throw new Error(`an IP address was accepted: ${hostname}`);
      return kind;
    } catch (error) {
      if (error instanceof Refusal) return error.problem.code;
      throw error;
    }
  },
};

/** Maximum time for reading one input. */
const HANG_MS = 100;

/**
 * Runs `count` inputs. Throws with the smallest input that violates an invariant. If an input takes too long, its CPU time
 * is measured again, because reading is deterministic and a pause of the machine is not.
 */
export async function fuzz<T>(
  target: FuzzTarget<T>,
  count: number,
  seed: number,
): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  const property = fc.asyncProperty(target.inputs, async (input) => {
    const started = performance.now();
    const outcome = await target.run(input);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (performance.now() - started <= HANG_MS) return;
    if ((await quickest(() => target.run(input), 3)) > HANG_MS) {
      throw new Error(`reading one input takes longer than ${HANG_MS} ms`);
    }
  });
  await fc.assert(property, { numRuns: count, seed });
  return outcomes;
}
