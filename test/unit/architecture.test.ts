import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { SUBMISSION_STATES } from "../../src/domain/submission.ts";

const root = path.resolve(import.meta.dirname, "..", "..");

interface SourceFile {
  readonly name: string;
  readonly text: string;
  /** Our own files that it imports, as paths from the root. */
  readonly imports: readonly string[];
  readonly valueImports: readonly string[];
}

/** Comments that begin a line; `/*` inside a string, as in a route, does not count. */
const withoutComments = (text: string) => text.replace(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, "");

/** Our own files that a file imports; with `valuesOnly`, without type-only imports. */
function importsOf(name: string, text: string, { valuesOnly }: { valuesOnly: boolean }): string[] {
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
      imports: importsOf(name, text, { valuesOnly: false }),
      valueImports: importsOf(name, text, { valuesOnly: true }),
    };
  });

const document = readFileSync(path.join(root, "docs/ARCHITECTURE.md"), "utf8");

/** The files outside `src/`, for the rules that also apply there. */
function toolFiles(): Pick<SourceFile, "name" | "text">[] {
  return globSync("{cli,scripts,bench}/**/*.ts", {
    cwd: root,
    exclude: ["**/__tests__", "**/node_modules"],
  }).map((name) => ({
    name,
    text: readFileSync(path.join(root, name), "utf8"),
  }));
}

/** The rows of the table of layers in docs/ARCHITECTURE.md: `| 3 application | `path` `path` | … |`. */
const layers: readonly { readonly rank: number; readonly path: string }[] = document
  .split("\n")
  .flatMap((line) => {
    const row = /^\| (\d) [^|]+\| ([^|]+)\|/.exec(line);
    if (row === null) return [];
    return [...(row[2] ?? "").matchAll(/`([^`]+)`/g)].map((match) => ({
      rank: Number(row[1]),
      path: match[1] ?? "",
    }));
  });

function rankOf(name: string): number {
  const matching = layers.filter((layer) => name === layer.path || name.startsWith(`${layer.path}/`));
  const longest = matching.toSorted((a, b) => b.path.length - a.path.length)[0];
  if (longest === undefined)
    throw new Error(
      `${name} is not assigned to a layer: add it to the table of layers in docs/ARCHITECTURE.md`,
    );
  return longest.rank;
}

const naming = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
const isUnder = (...folders: string[]) => {
  return (name: string) => folders.some((folder) => name.startsWith(`src/${folder}/`));
};

/** Imports of files below `from` that `forbidden` refuses, as `file → target`. */
function importsFrom(from: string, forbidden: (target: string) => boolean): string[] {
  return files
    .filter(({ name }) => isUnder(from)(name))
    .flatMap(({ name, imports }) => imports.filter(forbidden).map((target) => `${name} → ${target}`));
}

describe("layers", () => {
  it("match docs/ARCHITECTURE.md, and every path there exists", () => {
    expect(layers.length).toBeGreaterThan(20);
    const missing = layers.filter(
      (layer) => !files.some(({ name }) => name === layer.path || name.startsWith(`${layer.path}/`)),
    );
    expect(missing).toEqual([]);
  });

  it("import only downwards", () => {
    const upward = files.flatMap(({ name, imports }) =>
      imports.filter((target) => rankOf(target) > rankOf(name)).map((target) => `${name} → ${target}`),
    );
    expect(upward).toEqual([]);
  });

  it("domain/ imports only itself; scan/ only itself and domain/", () => {
    expect(importsFrom("domain", (target) => !isUnder("domain")(target))).toEqual([]);
    expect(importsFrom("scan", (target) => !isUnder("scan", "domain")(target))).toEqual([]);
  });

  it("http/ imports neither api/ nor pages/, and these two do not import each other", () => {
    expect(importsFrom("http", isUnder("api", "pages"))).toEqual([]);
    expect(importsFrom("api", isUnder("pages"))).toEqual([]);
    expect(importsFrom("pages", isUnder("api"))).toEqual([]);
  });

  it("have no import cycle", () => {
    const byName = new Map(files.map((file) => [file.name, file]));
    const finished = new Set<string>();
    const visit = (name: string, trail: readonly string[]): string[] => {
      if (trail.includes(name)) return [[...trail.slice(trail.indexOf(name)), name].join(" → ")];
      if (finished.has(name)) return [];
      const cycles = (byName.get(name)?.valueImports ?? []).flatMap((target) =>
        visit(target, [...trail, name]),
      );
      finished.add(name);
      return cycles;
    };
    expect(files.flatMap(({ name }) => visit(name, []))).toEqual([]);
  });
});

describe("the environment", () => {
  it("L01: is reached through worker-context.ts only; nothing sets or clears it", () => {
    expect(naming(/node:async_hooks|AsyncLocalStorage</)).toEqual(["src/lib/worker-context.ts"]);
    expect(naming(/setWorkerEnv|clearWorkerEnv|enterWith/)).toEqual([]);
  });

  it("is never read from a request's context, which only Hono's types need", () => {
    expect(naming(/\bc\.env\b/)).toEqual([]);
  });

  it("L47: is the only source of settings, never process.env", () => {
    // The scanner's rules and their examples mention it as text.
    expect(
      naming(/process\.env|cloudflare:workers/).filter((name) => !name.startsWith("src/scan/rules/")),
    ).toEqual([]);
  });
});

describe("docs/ARCHITECTURE.md", () => {
  const paths = globSync("{src,test,cli}/**/*", { cwd: root }).map(
    (name) => `/${name.replaceAll(path.sep, "/")}`,
  );
  const isFile = (name: string) => paths.some((file) => file.endsWith(`/${name.replace(/\/$/, "")}`));

  it("names source files that exist", () => {
    const named = [...document.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !isFile(name))).toEqual([]);
  });

  it("names tests, commands and identifiers that exist, beside each failure mode", () => {
    const scripts = readFileSync(path.join(root, "package.json"), "utf8");
    const isTest = (name: string) =>
      paths.some((file) => file.replace(/(?:\.slow)?(?:\.test)?\.tsx?$/, "").endsWith(`/${name}`));
    const isIdentifier = (name: string) =>
      /^\w+$/.test(name) && files.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text));
    const exists = (name: string): boolean => {
      const command = /^npm run (\w+)/.exec(name)?.[1];
      if (command !== undefined) return scripts.includes(`"${command}":`);
      return isFile(name) || isTest(name) || isIdentifier(name);
    };
    const rows = [...document.matchAll(/^\| (L\d\d) \|.*\| ([^|]*) \|$/gm)];
    expect(rows).toHaveLength(66);
    const missing = rows.flatMap(([, id, prevention = ""]) =>
      [...prevention.matchAll(/`([^`]+)`/g)]
        .filter(([, name = ""]) => !exists(name))
        .map(([, name]) => `${id}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function* descendants(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* descendants(child);
  }
}

const MUTATING_METHODS = new Set(
  "set add delete clear push pop shift unshift splice sort reverse fill copyWithin".split(" "),
);

/** The name of the variable that an expression such as `a.b[c].d` starts from. */
function rootName(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === "Identifier") return String(node.name);
  return node.type === "MemberExpression" ? rootName(node.object) : null;
}

/** The variables that a module changes after creating them: by assignment, or by a method that mutates. */
function changedNames(program: Node): Set<string> {
  const changed = new Set<string>();
  const add = (name: string | null) => name !== null && changed.add(name);
  for (const node of descendants(program)) {
    const callee = node.callee;
    if (node.type === "AssignmentExpression" && isNode(node.left)) add(rootName(node.left));
    if (node.type === "UpdateExpression") add(rootName(node.argument));
    if (node.type === "UnaryExpression" && node.operator === "delete") add(rootName(node.argument));
    if (node.type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression") continue;
    const method = isNode(callee.property) ? callee.property.name : undefined;
    if (MUTATING_METHODS.has(String(method))) add(rootName(callee.object));
    // Object.assign(target, …)
    if (rootName(callee.object) === "Object" && method === "assign")
      add(rootName((node.arguments as Node[])[0]));
  }
  return changed;
}

/** Module-level variables that can change, and module-level caches: `name = initialiser`. */
function moduleState({ name, text }: { name: string; text: string }): {
  mutable: string[];
  caches: string[];
} {
  const program = parseAst(text, { lang: name.endsWith("x") ? "tsx" : "ts" }) as unknown as Node;
  const changed = changedNames(program);
  const mutable: string[] = [];
  const caches: string[] = [];
  for (const statement of program.body as Node[]) {
    const declaration = (statement.type === "ExportNamedDeclaration" ? statement.declaration : statement) as
      | Node
      | undefined;
    if (declaration?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declaration.declarations as { id: Node; init: Node | null }[]) {
      const label = `${name}: ${String(id.name)}`;
      const source = init === null ? "" : text.slice(Number(init.start), Number(init.end));
      if (/^(?:perEnvironment\(\(\) => )?new LruCache\b/.test(source)) caches.push(`${label} = ${source}`);
      else if (
        declaration.kind !== "const" ||
        changed.has(String(id.name)) ||
        source.includes("perEnvironment(")
      )
        mutable.push(label);
    }
  }
  return { mutable, caches };
}

describe("module state", () => {
  const states = files
    .filter(({ name }) => !name.startsWith("src/client/") && !name.startsWith("src/scan/"))
    .map(moduleState);

  it("is only an LruCache: no module variable changes after it was created", () => {
    expect(states.flatMap(({ mutable }) => mutable)).toEqual([]);
  });

  it("is kept per environment, unless it depends on no store", () => {
    const shared = states.flatMap(({ caches }) => caches).filter((cache) => cache.includes("= new LruCache"));
    expect(shared.map((cache) => cache.split(" = ")[0])).toEqual(["src/api/site/openapi.ts: documents"]);
  });

  it("is detected by this check: reassigned, mutated by method, by property and by assign", () => {
    const text = `let a = 1; const b = new Map(); b.set(1, 2); const c = { n: 0 }; c.n += 1;
      const d = {}; Object.assign(d, { x: 1 }); const e = []; export function f() { e.push(1); }
      const g = new LruCache(10); g.set("a", 1); const h = new Set(["x"]); h.has("x");
      const i = perEnvironment(() => new LruCache(10)); const j = perEnvironment(() => new Map());`;
    const { mutable, caches } = moduleState({ name: "x.ts", text });
    expect(mutable).toEqual(["x.ts: a", "x.ts: b", "x.ts: c", "x.ts: d", "x.ts: e", "x.ts: j"]);
    expect(caches).toEqual([
      "x.ts: g = new LruCache(10)",
      "x.ts: i = perEnvironment(() => new LruCache(10))",
    ]);
  });
});

const isCall = (node: unknown, name?: string): node is Node =>
  isNode(node) &&
  node.type === "CallExpression" &&
  (name === undefined || (isNode(node.callee) && node.callee.name === name));

/** A write in raw SQL that is run as a query. */
const RAW_WRITE =
  /ledger\(\)\s*\.(?:all|get|values)(?:<[^(]*>)?\(\s*sql(?:<[^`]*>)?`\s*(?:INSERT|UPDATE|DELETE|REPLACE)/g;

/** Writes built with drizzle that are no argument of `statement` or `executeReturning`, as `file: write`. */
function looseWrites(name: string, text: string): string[] {
  if (!text.includes("ledger()")) return [];
  const found: string[] = [];
  const visit = (node: Node, isWrapped: boolean) => {
    const { callee } = node;
    const method = isNode(callee) && isNode(callee.property) ? String(callee.property.name) : "";
    const isWrite =
      isNode(callee) && isCall(callee.object, "ledger") && /^(?:insert|update|delete)$/.test(method);
    if (isWrite && !isWrapped) found.push(`${name}: ${text.slice(Number(node.start), Number(node.end))}`);
    // A function given to a wrapper runs whenever it is called, so its writes are not the wrapper's argument.
    const wraps = isCall(node, "statement") || isCall(node, "executeReturning");
    const within = !/Function/.test(node.type) && (isWrapped || wraps);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, within);
    }
  };
  visit(parseAst(text, { lang: name.endsWith("x") ? "tsx" : "ts" }) as unknown as Node, false);
  return found;
}

describe("stores", () => {
  it("each have one wrapper: db.ts for D1, bucket.ts for R2, kv.ts for KV", () => {
    expect(naming(/\.ARCHIVES\b/)).toEqual(["src/lib/platform/bucket.ts"]);
    expect(naming(/\.DB\b/)).toEqual(["src/lib/db.ts"]);
    expect(naming(/\.SUBMISSIONS_KV\b/)).toEqual(["src/lib/platform/kv.ts"]);
    // Nothing holds the raw namespace: every call goes through the wrapper's time limit.
    expect(naming(/\bKVNamespace\b/)).toEqual(["src/env.ts"]);
    expect(naming(/["'`](?:sub|skill|skill:alias|index):(?!\/)/)).toEqual(["src/lib/platform/kv.ts"]);
  });

  it("are written through commit, execute and executeReturning only, never by awaiting drizzle's query", () => {
    expect(files.flatMap(({ name, text }) => looseWrites(name, text))).toEqual([]);
    expect(naming(new RegExp(RAW_WRITE.source))).toEqual([]);
    const raw =
      "ledger().all(sql`DELETE FROM a`); ledger().all<Row>(sql`\n UPDATE a`); ledger().all(sql`SELECT 1`)";
    expect(raw.match(RAW_WRITE)).toHaveLength(2);
    const text = `const q = ledger().delete(a); await ledger().insert(a).values(b).onConflictDoNothing();
      ledger().batch([ledger().update(a).set(b)]); execute(statement(ledger().delete(a).where(c)));
      await executeReturning(ledger().update(a).set(b).returning()); await ledger().select().from(a);
      statement(ledger().insert(a)); statements.map(() => { ledger().delete(a); });
      statement(() => ledger().delete(a));`;
    expect(looseWrites("x.ts", text).map((place) => place.split(": ")[1])).toEqual([
      "ledger().delete(a)",
      "ledger().insert(a)",
      "ledger().update(a)",
      "ledger().delete(a)",
      "ledger().delete(a)",
    ]);
  });

  it("L07, L08: submission state is written by the guarded transition only", () => {
    const writers = naming(/update\(submissions\)|UPDATE submissions/);
    expect(writers.filter((name) => !name.startsWith("src/lib/ledger/"))).toEqual([]);
    const withState = files
      .filter(({ text }) =>
        [...text.matchAll(/update\(submissions\)\s*\.set\(\{[^}]*\}/g)].some(([set]) => /\bstate:/.test(set)),
      )
      .map(({ name }) => name);
    expect(withState).toEqual(["src/lib/ledger/transition.ts"]);
  });

  it("the pipeline sends no queue messages", () => {
    expect(importsFrom("lib/pipeline", (target) => /queue/.test(target))).toEqual([]);
    expect(naming(/\.SUBMISSION_QUEUE\b/)).toEqual(["src/lib/platform/queue-sender.ts"]);
  });
});

describe("functions", () => {
  const sources = [...files.filter(({ name }) => !name.startsWith("src/scan/")), ...toolFiles()];
  const parameters = sources.flatMap(({ name, text }) => {
    const program = parseAst(text, { lang: name.endsWith("x") ? "tsx" : "ts" }) as unknown as Node;
    return [...descendants(program)]
      .filter((node) => isNode(node.body) && Array.isArray(node.params))
      .map((node) => ({
        place: `${name}: ${text.slice(node.start as number, (node.body as Node).start as number).slice(0, 80)}`,
        texts: (node.params as Node[]).map(({ start, end }) => text.slice(Number(start), Number(end))),
      }));
  });

  it("take at most three parameters; more become one named object", () => {
    expect(parameters.length).toBeGreaterThan(1_500);
    expect(parameters.filter(({ texts }) => texts.length > 3).map(({ place }) => place)).toEqual([]);
  });

  it("take no bare boolean, whose meaning a call does not show", () => {
    const isBoolean = (text: string) => /^\w+\??: boolean\b|= (?:true|false)$/.test(text);
    expect(parameters.filter(({ texts }) => texts.some(isBoolean)).map(({ place }) => place)).toEqual([]);
  });
});

describe("single definitions", () => {
  it("L57: only trust.ts writes a tier as a literal", () => {
    const literal =
      /(?<![\w-])(?:["'`]?(?:T[0-4]|CERTIFIED|VERIFIED|SCANNED)["'`](?!\w)|\b(?:T[0-4]|CERTIFIED|VERIFIED|SCANNED)\b\s*:)/;
    expect(naming(literal).filter((name) => !/^src\/scan\//.test(name))).toEqual(["src/domain/trust.ts"]);
  });

  it("only domain/ lists states of a submission", () => {
    const state = `["'](?:${SUBMISSION_STATES.join("|")})["']`;
    expect(naming(new RegExp(`${state},\\s*${state}`)).filter((name) => !isUnder("domain")(name))).toEqual(
      [],
    );
  });

  it("files are short: none in src/ over 300 lines", () => {
    const long = files.filter(({ text }) => text.split("\n").length > 300).map(({ name }) => name);
    // A family of rules is a table; its length does not make it hard to read.
    expect(long.filter((name) => !/^src\/scan\/(?:data|rules)\//.test(name))).toEqual([]);
  });
});
