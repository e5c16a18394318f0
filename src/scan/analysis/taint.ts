/**
 * Follows data through the programs of a skill: by name, over functions and files, without regard to order. It may
 * join paths that never run together; it never loses one that does, within its bounds.
 */
import { fromBase64 } from "../views/decode.ts";
import { isCallerInput, isCredentialSource, isDecoder, isNeutral, isRemoteSource } from "./apis.ts";
import { dotted, type Expr, type Program, within } from "./ir.ts";
import { add, type Labels, merge } from "./labels.ts";
import { isSecretPath, isSecretVariable } from "./sensitive.ts";

export interface Unit {
  readonly program: Program;
  readonly language: "python" | "javascript";
}

/** Passes over all programs: each carries data over one more call between files. */
const passes = 4;

export class Flow {
  /** "unit:scope:name" → labels; names at the top of a file have the empty scope. */
  private readonly variables = new Map<string, Labels>();
  private readonly constants = new Map<string, string>();
  /** Function name → what it answers, whichever file defines it. */
  private readonly answers = new Map<string, Labels>();
  private readonly parameters = new Map<string, Labels>();
  private readonly units: readonly Unit[];

  constructor(units: readonly Unit[]) {
    this.units = units;
    for (let i = 0; i < passes; i++)
      for (const [unit, { program }] of units.entries()) this.pass(unit, program);
  }

  private pass(unit: number, program: Program): void {
    for (const step of program.steps) {
      const all = this.labelsOf(unit, step.value, step.scope);
      const labels = step.loose === true ? foreign(all) : all;
      for (const target of step.targets) {
        merge(
          this.slot(this.variables, key(unit, target.startsWith("self.") ? "" : step.scope, target)),
          labels,
        );
        const constant = this.textOf(unit, step.value, step.scope);
        if (constant !== undefined)
          this.constants.set(key(unit, target.startsWith("self.") ? "" : step.scope, target), constant);
      }
      if (step.returns && step.scope !== "") merge(this.slot(this.answers, step.scope), labels);
      this.passArguments(unit, step.value, step.scope);
    }
  }

  /** What is given to a function of the skill reaches its parameters. */
  private passArguments(unit: number, value: Expr, scope: string): void {
    for (const expr of within(value)) {
      if (expr.k !== "call") continue;
      const name =
        expr.callee.k === "name" ? expr.callee.name : expr.callee.k === "member" ? expr.callee.name : "";
      const owner = this.units.find((other) => other.program.functions.has(name));
      if (owner === undefined) this.passToTable(unit, expr, scope);
      else this.passTo(owner.program, name, unit, expr, scope);
    }
  }

  private passTo(
    program: Program,
    name: string,
    unit: number,
    expr: Expr & { k: "call" },
    scope: string,
  ): void {
    const params = program.functions.get(name) ?? [];
    for (const [i, param] of params.entries()) {
      const arg = expr.named.find((named) => named.name === param)?.value ?? expr.args[i];
      if (arg !== undefined)
        merge(this.slot(this.parameters, `${name}(${param}`), this.labelsOf(unit, arg, scope));
    }
    for (const [i, param] of (program.takes.get(name) ?? []).entries()) {
      const arg = expr.args[i];
      if (arg !== undefined && params[i] !== param)
        merge(this.slot(this.parameters, `${name}(${param}`), foreign(this.labelsOf(unit, arg, scope)));
    }
  }

  /** What is given to a function that is chosen while the program runs may reach each that stands in a table. */
  private passToTable(unit: number, call: Expr & { k: "call" }, scope: string): void {
    const program = this.units[unit]?.program;
    const chosen =
      call.callee.k === "group" ||
      (call.callee.k === "name" && this.variables.has(key(unit, scope, call.callee.name)));
    if (program === undefined || !chosen || call.args.length === 0) return;
    for (const [i, arg] of call.args.slice(0, 4).entries()) {
      const remote = this.labelsOf(unit, arg, scope).get("remote");
      if (remote === undefined) continue;
      for (const { name, scope: around, params } of program.tabled) {
        const param = (name === "" ? params : (program.takes.get(name) ?? []))[i];
        if (param === undefined) continue;
        const slot =
          name === ""
            ? this.slot(this.variables, key(unit, around, param))
            : this.slot(this.parameters, `${name}(${param}`);
        add(slot, "remote", remote);
      }
    }
  }

  private slot(map: Map<string, Labels>, name: string): Labels {
    let labels = map.get(name);
    if (labels === undefined) {
      labels = new Map();
      map.set(name, labels);
    }
    return labels;
  }

  /** Everything an expression carries. `body` leaves out what stands in headers and logins. */
  labelsOf(unit: number, expr: Expr, scope: string, body = false): Labels {
    const out: Labels = new Map();
    this.collect(unit, expr, scope, body, out, 0);
    return out;
  }

  private collect(unit: number, expr: Expr, scope: string, body: boolean, out: Labels, depth: number): void {
    if (depth > 50) return;
    switch (expr.k) {
      case "text":
        collectText(unit, expr, out);
        return;
      case "name":
        this.collectName(unit, expr.name, scope, expr.at, out);
        return;
      case "member":
        this.collectMember(unit, expr, scope, body, out, depth);
        return;
      case "call":
        this.collectCall(unit, expr, scope, body, out, depth);
        return;
      case "group":
        for (const part of expr.parts) this.collect(unit, part, scope, body, out, depth + 1);
        for (const { name, value } of expr.named) {
          if (!body || !isLogin(name)) this.collect(unit, value, scope, body, out, depth + 1);
        }
    }
  }

  private collectMember(
    unit: number,
    expr: Expr & { k: "member" },
    scope: string,
    body: boolean,
    out: Labels,
    depth: number,
  ): void {
    const imports = this.units[unit]?.program.imports ?? new Map<string, string>();
    if (this.source(unit, dotted(expr, imports), expr.at, out)) return;
    if (/^(?:secretAccessKey|sessionToken|secret_access_key)$/.test(expr.name))
      add(out, "secret-file", { unit, at: expr.at, what: expr.name });
    if (expr.object.k === "name" && expr.object.name === "self") {
      merge(out, this.variables.get(key(unit, "", `self.${expr.name}`)) ?? new Map());
    }
    this.collect(unit, expr.object, scope, body, out, depth + 1);
  }

  private collectName(unit: number, name: string, scope: string, at: number, out: Labels): void {
    const imports = this.units[unit]?.program.imports;
    this.source(unit, imports?.get(name) ?? name, at, out);
    let around = scope;
    for (let i = 0; i < 6; i++) {
      const local = this.variables.get(key(unit, around, name));
      const isParameter = (this.units[unit]?.program.functions.get(around) ?? []).includes(name);
      const isTaken = (this.units[unit]?.program.takes.get(around) ?? []).includes(name);
      // What a function sees of those around it matters where it came from elsewhere.
      const seen = (labels: Labels) => (around === scope || around === "" ? labels : foreign(labels));
      if (isParameter && around === scope) add(out, "parameter", { unit, at, what: name });
      if (isTaken) {
        const given = this.parameters.get(`${around}(${name}`) ?? new Map();
        merge(out, isParameter ? seen(given) : foreign(given));
      }
      if (local !== undefined) merge(out, seen(local));
      if (isTaken || local !== undefined || around === "") return;
      around = this.units[unit]?.program.outer.get(around) ?? "";
    }
  }

  /** Adds the label of a name that is a source by itself. */
  private source(unit: number, name: string, at: number, out: Labels): boolean {
    if (/^(?:os\.environ|process\.env|Deno\.env\.toObject|Bun\.env|import\.meta\.env|environ)$/.test(name)) {
      add(out, "environment", { unit, at, what: name });
      return true;
    }
    const variable =
      /^(?:process\.env|Bun\.env|os\.environ)\.(?!(?:get|items|copy|keys|values|setdefault|pop|update)$)([A-Za-z_]\w{1,80})$/.exec(
        name,
      )?.[1];
    if (variable !== undefined) {
      if (isSecretVariable(variable)) add(out, "variable", { unit, at, what: variable });
      return true;
    }
    if (isCallerInput(name)) add(out, "input", { unit, at, what: name });
    return false;
  }

  private collectCall(
    unit: number,
    expr: Expr & { k: "call" },
    scope: string,
    body: boolean,
    out: Labels,
    depth: number,
  ): void {
    const imports = this.units[unit]?.program.imports ?? new Map<string, string>();
    const callee = dotted(expr.callee, imports);
    if (isNeutral(callee)) return;
    if (this.sourceCall(unit, expr, scope, callee, out)) return;
    const bare = expr.callee.k === "name" || expr.callee.k === "member" ? expr.callee.name : "";
    const defined = this.units.some((other) => other.program.functions.has(bare));
    if (defined && bare !== "") {
      merge(out, this.answers.get(bare) ?? new Map());
      if (expr.callee.k === "member")
        merge(out, foreign(this.labelsOf(unit, expr.callee.object, scope, body)));
      return;
    }
    const [first] = expr.args;
    const letters = callee === "map" && first?.k === "name" && first.name === "chr";
    if (letters || (isDecoder(callee) && isEncodedCall(callee, expr)))
      add(out, "decoded", { unit, at: expr.at, what: callee });
    if (expr.callee.k === "member") this.collect(unit, expr.callee, scope, body, out, depth + 1);
    for (const arg of expr.args) this.collect(unit, arg, scope, body, out, depth + 1);
    for (const { name, value } of expr.named)
      if (!body || !isLogin(name)) this.collect(unit, value, scope, body, out, depth + 1);
  }

  /** Adds the label of a call that reads the environment or the network. */
  private sourceCall(
    unit: number,
    expr: Expr & { k: "call" },
    scope: string,
    callee: string,
    out: Labels,
  ): boolean {
    if (/^(?:os\.getenv|os\.environ\.get|getenv|Deno\.env\.get|environ\.get)$/.test(callee)) {
      const first = expr.args[0];
      const name = first === undefined ? "" : (this.textOf(unit, first, scope) ?? "");
      if (isSecretVariable(name)) add(out, "variable", { unit, at: expr.at, what: name });
      return true;
    }
    if (isCredentialSource(callee)) {
      add(out, "secret-file", { unit, at: expr.at, what: callee });
      return true;
    }
    if (!isRemoteSource(callee) && !this.asksAddress(unit, expr, scope, callee)) return false;
    add(out, "remote", { unit, at: expr.at, what: callee });
    return true;
  }

  /** `anything.get("https://…")`: whatever the client is called. */
  private asksAddress(unit: number, expr: Expr & { k: "call" }, scope: string, callee: string): boolean {
    const first = expr.args[0];
    if (first === undefined || !/\.(?:get|post|fetch|request|read)$/.test(callee)) return false;
    return /^(?:https?|wss?):\/\//.test(this.textOf(unit, first, scope) ?? "");
  }

  /** The constant text of an expression; undefined where it is not constant. */
  textOf(unit: number, expr: Expr, scope: string, depth = 0): string | undefined {
    if (depth > 30) return undefined;
    if (expr.k === "text") return expr.value;
    if (expr.k === "name")
      return this.constants.get(key(unit, scope, expr.name)) ?? this.constants.get(key(unit, "", expr.name));
    if (expr.k === "member" && expr.object.k === "name")
      return (
        this.constants.get(key(unit, "", `self.${expr.name}`)) ?? this.constants.get(key(unit, "", expr.name))
      );
    if (expr.k === "group" && expr.joins) {
      const parts = expr.parts.map((part) => this.textOf(unit, part, scope, depth + 1));
      // A text with holes is still worth its beginning: the host stands there.
      return parts[0] === undefined
        ? undefined
        : parts
            .map((part) => part ?? "{}")
            .join("")
            .slice(0, 20_000);
    }
    if (expr.k === "call") return this.decodedText(unit, expr, scope, depth);
    return expr.k === "group" && expr.parts.length > 0 && expr.named.length === 0
      ? this.firstText(unit, expr.parts, scope, depth)
      : undefined;
  }

  private firstText(unit: number, parts: readonly Expr[], scope: string, depth: number): string | undefined {
    for (const part of parts) {
      const text = this.textOf(unit, part, scope, depth + 1);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  private decodedText(
    unit: number,
    expr: Expr & { k: "call" },
    scope: string,
    depth: number,
  ): string | undefined {
    const callee = dotted(expr.callee, this.units[unit]?.program.imports ?? new Map());
    const first = expr.args[0];
    const inner = first === undefined ? undefined : this.textOf(unit, first, scope, depth + 1);
    if (/b64decode$|^atob$/.test(callee) && inner !== undefined) return textFrom(fromBase64(inner));
    if (/\.join$/.test(callee) && first?.k === "group" && expr.callee.k === "member") {
      const separator = this.textOf(unit, expr.callee.object, scope, depth + 1) ?? "";
      return first.parts.map((part) => this.textOf(unit, part, scope, depth + 1) ?? "{}").join(separator);
    }
    if (/\.(?:decode|encode|strip|toString|trim)$/.test(callee) && expr.callee.k === "member")
      return this.textOf(unit, expr.callee.object, scope, depth + 1);
    return undefined;
  }
}

/** Of what a value carries, that which came from outside the skill or was disguised in it. */
function foreign(labels: Labels): Labels {
  return new Map([...labels].filter(([label]) => label === "remote" || label === "decoded"));
}

function collectText(unit: number, expr: Expr & { k: "text" }, out: Labels): void {
  const origin = { unit, at: expr.at, what: expr.value.slice(0, 80) };
  if (isSecretPath(expr.value)) add(out, "secret-file", origin);
  else if (/(?:^|\/)(?:MEMORY|SOUL|IDENTITY|AGENTS|CLAUDE)\.md$/.test(expr.value))
    add(out, "memory-file", origin);
}

function textFrom(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** `Buffer.from(text)` is no decoding; with "base64" or "hex" it is. */
function isEncodedCall(callee: string, expr: Expr & { k: "call" }): boolean {
  if (callee !== "Buffer.from") return true;
  const second = expr.args[1];
  return second?.k === "text" && /^(?:base64(?:url)?|hex|binary|latin1)$/.test(second.value);
}

/** Where a caller's own key belongs. */
function isLogin(name: string): boolean {
  return /^(?:headers?|auth|authorization|cookies?|x-api-key|api[_-]?key|token|bearer|cert|verify|timeout)$/i.test(
    name,
  );
}

function key(unit: number, scope: string, name: string): string {
  return `${unit}:${scope}:${name}`;
}
