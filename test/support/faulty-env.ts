/**
 * Fault injection: an environment that numbers every call to a binding or to another host, and makes one chosen call
 * fail. The call throws before it takes effect, throws after it took effect (the response was lost), or never settles
 * (the worker died, so that none of its later calls happens either).
 */
import type { CloudflareEnv } from "../../src/env.ts";

export type Fault = "throws" | "response-lost" | "dies";

interface Plan {
  readonly at: number;
  readonly fault: Fault;
}

const never = new Promise<never>(() => undefined);

export class FaultyEnv {
  readonly env: CloudflareEnv;
  /** Resolves when the worker has died. */
  readonly died: Promise<"died">;
  calls = 0;
  readonly names: string[] = [];
  #dead = false;
  #announceDeath: (word: "died") => void = () => undefined;
  readonly #plan: Plan | null;

  constructor(real: CloudflareEnv, plan: Plan | null) {
    this.#plan = plan;
    this.died = new Promise((resolve) => {
      this.#announceDeath = resolve;
    });
    this.env = {
      ...real,
      SUBMISSIONS_KV: this.#wrap("KV", real.SUBMISSIONS_KV, ["get", "put", "delete", "list"]),
      ARCHIVES: this.#wrap("R2", real.ARCHIVES, ["get", "put", "delete", "head", "list"]),
      SUBMISSION_QUEUE: this.#wrap("queue", real.SUBMISSION_QUEUE, ["send", "sendBatch"]),
      DB: this.#wrapLedger(real.DB),
    };
  }

  /** Numbers the calls of any asynchronous function, such as `fetch`. */
  numbered<A extends unknown[], R>(name: string, go: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
    return (...args) => this.#call(name, () => go(...args));
  }

  async #call<R>(name: string, go: () => Promise<R>): Promise<R> {
    if (this.#dead) return never;
    this.calls += 1;
    this.names.push(name);
    if (this.#plan === null || this.calls !== this.#plan.at) return go();
    if (this.#plan.fault === "dies") {
      this.#dead = true;
      this.#announceDeath("died");
      return never;
    }
    if (this.#plan.fault === "response-lost") await go();
    throw new Error(`injected: ${name} failed`);
  }

  #wrap<T extends object>(label: string, target: T, methods: readonly (keyof T & string)[]): T {
    return new Proxy(target, {
      get: (object, property) => {
        const value: unknown = Reflect.get(object, property);
        if (typeof value !== "function") return value;
        const bound = value.bind(object) as (...args: unknown[]) => Promise<unknown>;
        const isNumbered = methods.includes(property as keyof T & string);
        return isNumbered ? this.numbered(`${label}.${String(property)}`, bound) : bound;
      },
    });
  }

  #wrapLedger(db: D1Database): D1Database {
    const real = new WeakMap<object, D1PreparedStatement>();
    const wrapStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
      const wrapper = {
        bind: (...values: unknown[]) => wrapStatement(statement.bind(...values)),
        all: () => this.#call("D1.all", () => statement.all()),
        run: () => this.#call("D1.run", () => statement.run()),
        raw: () => this.#call("D1.raw", () => statement.raw()),
      } as unknown as D1PreparedStatement;
      real.set(wrapper, statement);
      return wrapper;
    };
    return {
      prepare: (query: string) => wrapStatement(db.prepare(query)),
      batch: (statements: D1PreparedStatement[]) =>
        this.#call("D1.batch", () => db.batch(statements.map((wrapper) => real.get(wrapper) ?? wrapper))),
    } as unknown as D1Database;
  }
}
