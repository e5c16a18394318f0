/**
 * A small Worker that gives backup and restore access to the database and the archives over HTTP. Miniflare's own
 * proxies of bindings need some ten milliseconds per call, and there is a call for every row.
 */
import type { MiniflareOptions } from "miniflare";
import { z } from "zod";
import type { Ledger, Statement } from "../embedded/migrations.ts";
import { type RuntimeInput, storesOptions } from "../embedded/runtime.ts";

const TOKEN_HEADER = "x-maintenance-token";
const ABOUT_HEADER = "x-about";

const script = `
const handlers = {
  "/sql": async (request, { DB }) => {
    const statements = await request.json();
    const results = await DB.batch(statements.map(({ sql, values }) => DB.prepare(sql).bind(...values)));
    return Response.json(results.map(({ results }) => results));
  },
  "/keys": async (request, { ARCHIVES }, startAfter) => {
    const { objects, truncated } = await ARCHIVES.list({ limit: 1000, ...(startAfter ? { startAfter } : {}) });
    return Response.json({ keys: objects.map(({ key }) => key), truncated });
  },
  "/read": async (request, { ARCHIVES }, key) => {
    const object = await ARCHIVES.get(key);
    if (object === null) return new Response("there is no such object", { status: 404 });
    const { httpMetadata, customMetadata } = object;
    const about = encodeURIComponent(JSON.stringify({ httpMetadata, customMetadata }));
    return new Response(object.body, { headers: { "${ABOUT_HEADER}": about } });
  },
  "/write": async (request, { ARCHIVES }, key) => {
    const about = JSON.parse(decodeURIComponent(request.headers.get("${ABOUT_HEADER}")));
    await ARCHIVES.put(key, await request.arrayBuffer(), about);
    return new Response("{}");
  },
};
export default {
  async fetch(request, env) {
    if (request.headers.get("${TOKEN_HEADER}") !== env.TOKEN) return new Response(null, { status: 403 });
    const { pathname, searchParams } = new URL(request.url);
    try {
      return await handlers[pathname](request, env, searchParams.get("key"));
    } catch (error) {
      return new Response(error.message, { status: 500 });
    }
  },
};`;

/** The stores behind this Worker. Requests without this run's token get 403. */
export function maintenanceWorkerOptions(input: RuntimeInput, token: string): MiniflareOptions {
  return { ...storesOptions(input), script, bindings: { TOKEN: token } } as MiniflareOptions;
}

const texts = z.record(z.string(), z.string());
const aboutSchema = z.object({ httpMetadata: texts.default({}), customMetadata: texts.default({}) });
export type AboutObject = z.infer<typeof aboutSchema>;
const keysSchema = z.object({ keys: z.array(z.string()), truncated: z.boolean() });
const resultsSchema = z.array(z.array(z.record(z.string(), z.unknown())));

export interface MaintenanceWorker {
  readonly ledger: Ledger;
  /** Keys after `after`, in order, up to a page. */
  listKeys(after: string): Promise<{ keys: string[]; truncated: boolean }>;
  readObject(key: string): Promise<AboutObject & { bytes: Uint8Array }>;
  /** The store refuses bytes that do not have the checksum. */
  writeObject(
    key: string,
    bytes: Uint8Array<ArrayBuffer>,
    about: AboutObject & { sha256: string },
  ): Promise<void>;
}

interface StoreRequest extends Pick<RequestInit, "method" | "body"> {
  readonly key?: string;
  readonly about?: string;
}

export function startMaintenanceWorker(url: URL, token: string): MaintenanceWorker {
  const send = async (path: string, { key = "", about = "", ...init }: StoreRequest) => {
    const address = new URL(`${path}?key=${encodeURIComponent(key)}`, url);
    const headers = { [TOKEN_HEADER]: token, [ABOUT_HEADER]: about };
    const response = await fetch(address, { ...init, headers });
    if (!response.ok) throw new Error(`${path} ${key}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    ledger: ledgerOver(async (statements) => {
      const response = await send("/sql", { method: "POST", body: JSON.stringify(statements) });
      return resultsSchema.parse(await response.json());
    }),
    listKeys: async (after) => keysSchema.parse(await (await send("/keys", { key: after })).json()),
    readObject: async (key) => {
      const response = await send("/read", { key });
      const about = JSON.parse(decodeURIComponent(response.headers.get(ABOUT_HEADER) ?? "{}"));
      return { ...aboutSchema.parse(about), bytes: new Uint8Array(await response.arrayBuffer()) };
    },
    writeObject: async (key, bytes, about) => {
      const header = encodeURIComponent(JSON.stringify(about));
      await send("/write", { key, about: header, method: "POST", body: bytes });
    },
  };
}

interface Prepared {
  readonly sql: string;
  readonly values: readonly unknown[];
}
type Run = (statements: Prepared[]) => Promise<Record<string, unknown>[][]>;

/** The part of D1 that migrations and copies need, over HTTP. */
function ledgerOver(run: Run): Ledger {
  const prepared = new WeakMap<Statement, Prepared>();
  const make = (sql: string, values: readonly unknown[]): Statement => {
    const statement: Statement = {
      bind: (...bound) => make(sql, bound),
      all: async <Row>() => ({ results: ((await run([{ sql, values }]))[0] ?? []) as Row[] }),
      run: () => run([{ sql, values }]),
    };
    prepared.set(statement, { sql, values });
    return statement;
  };
  return {
    prepare: (sql) => make(sql, []),
    batch: (statements) => run(statements.flatMap((statement) => prepared.get(statement) ?? [])),
  };
}
