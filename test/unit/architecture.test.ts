import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..", "..");

interface SourceFile {
  readonly name: string;
  readonly text: string;
  /** Files of ours that it imports, as paths from the root. */
  readonly imports: readonly string[];
  readonly valueImports: readonly string[];
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

/** What a file imports of ours; with `valuesOnly`, leaving out what is gone when types are. */
function importsOf(name: string, text: string, valuesOnly = false): string[] {
  const lines = [...text.matchAll(/^(import|export)(\s+type)?\s[^;]*?from\s+"(\.[^"]+)"/gms)];
  return lines
    .filter(([, , isType]) => !(valuesOnly && isType !== undefined))
    .map(([, , , target]) => path.posix.join(path.posix.dirname(name), target ?? ""))
    .filter((target) => target.startsWith("src/"));
}

const files: SourceFile[] = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes("__tests__"))
  .map((relative) => {
    const name = `src/${relative.replaceAll(path.sep, "/")}`;
    const text = readFileSync(path.join(root, name), "utf8");
    return {
      name,
      text: withoutComments(text),
      imports: importsOf(name, text),
      valueImports: importsOf(name, text, true),
    };
  });

/** Higher rooms may use lower ones and their own; never the other way round. */
const rooms: readonly (readonly [rank: number, room: string, pattern: RegExp])[] = [
  [6, "entry", /^src\/worker\.ts$/],
  [5, "app", /^src\/app\.ts$/],
  [4, "doors", /^src\/(api|pages|http)\/|^src\/lib\/(queue|cron)\//],
  [
    3,
    "decide and order",
    /^src\/lib\/(pipeline|actions)\/|^src\/lib\/[a-z-]+-intake\.ts$|^src\/lib\/recovery\.ts$/,
  ],
  [1, "platform", /^src\/lib\/(db|kv|kv-read|bucket|log|worker-context|time-limit|caused-by)\.ts$/],
  [2, "remember", /^src\/lib\//],
  [0, "pure", /^src\/(domain|scan)\/|^src\/(env|version)\.ts$/],
  [0, "browser", /^src\/client\//],
];

function rankOf(name: string): number {
  const room = rooms.find(([, , pattern]) => pattern.test(name));
  if (room === undefined) throw new Error(`${name} belongs to no room: name it in DESIGN and here`);
  return room[0];
}

const naming = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

describe("the laws of the house", () => {
  it("imports only go down", () => {
    const upward = files.flatMap(({ name, imports }) =>
      imports.filter((target) => rankOf(target) > rankOf(name)).map((target) => `${name} → ${target}`),
    );
    expect(upward).toEqual([]);
  });

  it("domain/ is pure: it imports nothing of ours but itself; scan/ only itself and domain/", () => {
    const stray = files.flatMap(({ name, imports }) => {
      if (name.startsWith("src/domain/"))
        return imports.filter((target) => !target.startsWith("src/domain/"));
      if (name.startsWith("src/scan/"))
        return imports.filter((target) => !/^src\/(scan|domain)\//.test(target));
      return [];
    });
    expect(stray).toEqual([]);
  });

  it("there is no circle of imports", () => {
    const byName = new Map(files.map((file) => [file.name, file]));
    const finished = new Set<string>();
    const visit = (name: string, trail: readonly string[]): string[] => {
      if (trail.includes(name)) return [[...trail.slice(trail.indexOf(name)), name].join(" → ")];
      if (finished.has(name)) return [];
      const circles = (byName.get(name)?.valueImports ?? []).flatMap((target) =>
        visit(target, [...trail, name]),
      );
      finished.add(name);
      return circles;
    };
    expect(files.flatMap(({ name }) => visit(name, []))).toEqual([]);
  });

  it("L01: one door to the environment; nothing sets or clears it", () => {
    expect(naming(/node:async_hooks|AsyncLocalStorage</)).toEqual(["src/lib/worker-context.ts"]);
    expect(naming(/setWorkerEnv|clearWorkerEnv|enterWith/)).toEqual([]);
  });

  it("L47: settings come from the environment object, never from process.env", () => {
    // Rules and their examples speak of it as text; they are data.
    expect(
      naming(/process\.env|cloudflare:workers/).filter((name) => !name.startsWith("src/scan/rules/")),
    ).toEqual([]);
  });

  it("no module keeps state that changes", () => {
    const mutable = files.flatMap(({ name, text }) =>
      [...text.matchAll(/^(?:export )?let \w+/gm)].map(([line]) => `${name}: ${line}`),
    );
    expect(mutable).toEqual([]);
  });

  it("only db.ts touches D1, only bucket.ts R2, only kv.ts hands out the namespace", () => {
    expect(naming(/\.ARCHIVES\b/)).toEqual(["src/lib/platform/bucket.ts"]);
    expect(naming(/\.DB\b/)).toEqual(["src/lib/db.ts"]);
    expect(naming(/\.SUBMISSIONS_KV\b/)).toEqual(["src/lib/platform/kv.ts"]);
    expect(naming(/["'`](?:sub|skill|skill:alias|index):(?!\/)/)).toEqual(["src/lib/platform/kv.ts"]);
  });

  it("L07, L08: submission state is written by the guarded writer alone", () => {
    const writers = naming(/update\(submissions\)|UPDATE submissions/);
    expect(writers.filter((name) => !name.startsWith("src/lib/ledger/"))).toEqual([]);
    const withState = files
      .filter(({ text }) =>
        [...text.matchAll(/update\(submissions\)\s*\.set\(\{[^}]*\}/g)].some(([set]) => /\bstate:/.test(set)),
      )
      .map(({ name }) => name);
    expect(withState).toEqual(["src/lib/ledger/transition.ts"]);
  });

  it("L57: nobody but trust.ts writes a tier as a literal", () => {
    const literal = /["'`](?:T[0-4]|CERTIFIED|VERIFIED|SCANNED)["'`]/;
    expect(naming(literal).filter((name) => !/^src\/(scan|pages|client)\//.test(name))).toEqual([
      "src/domain/trust.ts",
    ]);
  });

  it("files fit the eye: none in src/ over 300 lines", () => {
    const long = files.filter(({ text }) => text.split("\n").length > 300).map(({ name }) => name);
    // A family of rules is a table, one rule after another; its length says nothing about its difficulty.
    expect(long.filter((name) => !/^src\/scan\/(?:data|rules)\//.test(name))).toEqual([]);
  });
});
