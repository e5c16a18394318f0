/**
 * Follows data through the programs of a skill: by name, over functions and files, without regard to order. It may
 * join paths that never run together; it never loses one that does, within its bounds.
 */
import { isEncrypter, isNeutral } from "./apis.ts";
import { Constants } from "./constants.ts";
import { Environment, secretAmong } from "./environment.ts";
import { Fields } from "./fields.ts";
import { isFileReader, isLister, isOwnFile, listsAll } from "./file-names.ts";
import { Functions } from "./functions.ts";
import { dotted, type Expr, key, lastName, type Program, scopeOf, type Unit, within } from "./ir.ts";
import { add, type Label, type Labels, merge, slotOf } from "./labels.ts";
import { boundCall } from "./partial-calls.ts";
import {
  asWritten,
  calledBy,
  choicesOf,
  collectText,
  decodes,
  fileKey,
  fileWritten,
  filledBy,
  foreign,
  givenTo,
  heldBy,
  heldOf,
  isFromHere,
  isLogin,
  isPathJoin,
  isWrittenOut,
  keyMember,
  labelOfCall,
  setting,
  sourceName,
  without,
} from "./taint-calls.ts";

/** Passes over all programs, at most: each carries data over one more call between files. */
const passes = 4;

export class Flow {
  /** "unit:scope:name" → labels; names at the top of a file have the empty scope. */
  private readonly variables = new Map<string, Labels>();
  private readonly constants: Constants;
  private readonly fields: Fields;
  private readonly environment: Environment;
  /** "unit:function" → what it answers. */
  private readonly answers = new Map<string, Labels>();
  private readonly parameters = new Map<string, Labels>();
  /** Path → what was written there. */
  private readonly files = new Map<string, Labels>();
  private readonly units: readonly Unit[];
  private readonly functions: Functions;
  /** Whether the pass that runs has learnt anything. */
  private hasLearnt = true;

  constructor(units: readonly Unit[]) {
    this.units = units;
    this.functions = new Functions(units);
    this.fields = new Fields(units, this.functions);
    this.environment = new Environment(units);
    this.constants = new Constants(units, this.fields);
    for (let i = 0; i < passes && this.hasLearnt; i++) {
      this.hasLearnt = false;
      for (const [unit, { program }] of units.entries()) this.pass(unit, program);
    }
  }

  private learn(slot: Labels, labels: Labels): void {
    if (merge(slot, labels)) this.hasLearnt = true;
  }

  private pass(unit: number, program: Program): void {
    for (const step of program.steps) {
      const labels = this.labelsOf(unit, step.value, step.scope);
      for (const target of step.targets) {
        this.learn(slotOf(this.variables, key(unit, scopeOf(step, target), target)), labels);
      }
      if (this.constants.take(unit, step)) this.hasLearnt = true;
      if (step.returns && step.scope !== "")
        this.learn(slotOf(this.answers, `${unit}:${step.scope}`), labels);
      this.passArguments(unit, step.value, step.scope);
    }
  }

  /** What is given to a function of the skill reaches its parameters. */
  private passArguments(unit: number, value: Expr, scope: string): void {
    for (const whole of within(value)) {
      if (whole.k !== "call") continue;
      const expr = boundCall(this.units[unit]?.program, whole);
      this.writeFile(unit, expr, scope);
      this.putInto(unit, expr, scope);
      for (const call of [expr, ...calledBy(expr)]) {
        const owner = this.functions.ownerOf(unit, call.callee);
        if (owner !== undefined) this.passTo(owner, unit, call, scope);
        else if (call === expr) this.passToTable(unit, expr, scope);
      }
    }
  }

  /** `found.push(text)`: a thing that is filled holds what it is filled with. */
  private putInto(unit: number, call: Expr & { k: "call" }, scope: string): void {
    const filled = filledBy(call);
    if (filled === undefined) return;
    const isFile = lastName(call.callee) === "write";
    for (const name of [filled, ...heldBy(this.units[unit]?.program, filled)]) {
      const own = key(unit, scope, name);
      const slot = slotOf(this.variables, this.variables.has(own) ? own : key(unit, "", name));
      for (const arg of call.args) this.learn(slot, heldOf(this.labelsOf(unit, arg, scope, true), isFile));
    }
  }

  /** What is written to a file with a fixed name is what is read from it, in this program or another. */
  private writeFile(unit: number, call: Expr & { k: "call" }, scope: string): void {
    const written = fileWritten(this.dottedOf(unit, call.callee), call);
    if (written === undefined) return;
    const path = fileKey(unit, this.textOf(unit, written.path, scope) ?? "");
    if (path !== undefined)
      this.learn(slotOf(this.files, path), asWritten(this.labelsOf(unit, written.data, scope)));
  }

  private passTo(owner: number, unit: number, expr: Expr & { k: "call" }, scope: string): void {
    const name = lastName(expr.callee);
    const program = this.units[owner]?.program;
    const give = (param: string, labels: Labels) =>
      this.learn(slotOf(this.parameters, `${owner}:${name}(${param}`), labels);
    const params = program?.functions.get(name) ?? [];
    for (const [i, param] of params.entries()) {
      const arg = expr.named.find((named) => named.name === param)?.value ?? expr.args[i];
      if (arg !== undefined) give(param, this.labelsOf(unit, arg, scope, true));
    }
    for (const [i, param] of (program?.takes.get(name) ?? []).entries()) {
      const arg = expr.args[i];
      if (arg !== undefined && params[i] !== param)
        give(param, foreign(this.labelsOf(unit, arg, scope, true)));
    }
  }

  /** What is given to a function that is chosen while the program runs may reach each that stands in a table. */
  private passToTable(unit: number, call: Expr & { k: "call" }, scope: string): void {
    const program = this.units[unit]?.program;
    const chosen =
      call.callee.k === "group" ||
      call.callee.k === "call" ||
      (call.callee.k === "name" && this.variables.has(key(unit, scope, call.callee.name)));
    if (program === undefined || !chosen || call.args.length === 0) return;
    for (const [i, arg] of call.args.slice(0, 4).entries()) {
      const remote = this.labelsOf(unit, arg, scope).get("remote");
      if (remote === undefined) continue;
      for (const { name, scope: around, params } of choicesOf(program)) {
        const param = (name === "" ? params : (program.takes.get(name) ?? []))[i];
        if (param === undefined) continue;
        const slot =
          name === ""
            ? slotOf(this.variables, key(unit, around, param))
            : slotOf(this.parameters, `${unit}:${name}(${param}`);
        this.learn(slot, new Map([["remote", remote]]));
      }
    }
  }

  /** Everything an expression carries. `body` leaves out what stands in headers and logins. */
  labelsOf(unit: number, expr: Expr, scope: string, body = false): Labels {
    const out: Labels = new Map();
    this.collect(unit, expr, scope, body, out, 0);
    return out;
  }

  private collect(unit: number, expr: Expr, scope: string, body: boolean, out: Labels, depth: number): void {
    if (depth > 50 || this.collectSetting(unit, expr, scope, out, depth)) return;
    switch (expr.k) {
      case "text":
        collectText(unit, expr, out);
        merge(out, this.files.get(expr.value) ?? new Map());
        break;
      case "name":
        this.collectName(unit, expr.name, scope, expr.at, out);
        break;
      case "member":
        this.collectMember(unit, expr, scope, body, out, depth);
        break;
      case "call":
        this.collectCall(unit, expr, scope, body, out, depth);
        break;
      case "group": {
        const had = out.has("remote");
        if (expr.joins) this.collectFile(unit, expr, scope, out);
        for (const part of expr.parts) this.collect(unit, part, scope, body, out, depth + 1);
        for (const { name, value } of expr.named)
          if (!body || !isLogin(name)) this.collect(unit, value, scope, body, out, depth + 1);
        if (!had && isWrittenOut(expr)) out.delete("remote");
      }
    }
  }

  /** One setting, and what else came into the name that it is taken by or from. */
  private collectSetting(unit: number, expr: Expr, scope: string, out: Labels, depth: number): boolean {
    const settings = this.environment.settingsOf(unit, expr, scope);
    if (settings === undefined) return false;
    const secret = secretAmong(settings);
    if (secret !== undefined) add(out, "variable", { unit, at: expr.at, what: secret });
    const name = expr.k === "call" ? expr.args[0] : expr.k === "group" ? expr.parts[1] : undefined;
    if (name !== undefined) this.collect(unit, name, scope, false, out, depth + 1);
    if (expr.k === "member" && expr.object.k === "name")
      merge(out, setting(this.parameters.get(`${unit}:${scope}(${expr.object.name}`)));
    return true;
  }

  /** What was written to the file that an expression names. */
  private collectFile(unit: number, expr: Expr, scope: string, out: Labels): void {
    const path = this.textOf(unit, expr, scope) ?? "";
    merge(out, this.files.get(fileKey(unit, path) ?? "") ?? new Map());
    if (expr.k === "call")
      collectText(unit, { k: "text", value: path.replaceAll("{}/", ""), at: expr.at }, out);
  }

  private collectMember(
    unit: number,
    expr: Expr & { k: "member" },
    scope: string,
    body: boolean,
    out: Labels,
    depth: number,
  ): void {
    if (sourceName(unit, this.dottedOf(unit, expr), expr.at, out)) return;
    if (keyMember.test(expr.name)) add(out, "secret-file", { unit, at: expr.at, what: expr.name });
    if (expr.object.k === "name" && expr.object.name === "self")
      merge(out, this.variables.get(key(unit, "", `self.${expr.name}`)) ?? new Map());
    const field = this.fields.of(unit, scope, expr);
    if (field !== undefined) this.collect(field.unit, field.value, field.scope, body, out, depth + 1);
    else if (this.fields.isPlain(unit, scope, expr))
      merge(out, without("secret-file", this.labelsOf(unit, expr.object, scope, body)));
    else this.collect(unit, expr.object, scope, body, out, depth + 1);
  }

  private collectName(unit: number, name: string, scope: string, at: number, out: Labels): void {
    const imports = this.units[unit]?.program.imports;
    sourceName(unit, imports?.get(name) ?? name, at, out);
    let around = scope;
    for (let i = 0; i < 6; i++) {
      const local = this.variables.get(key(unit, around, name));
      const isParameter = (this.units[unit]?.program.functions.get(around) ?? []).includes(name);
      const isTaken = (this.units[unit]?.program.takes.get(around) ?? []).includes(name);
      // What a function sees of those around it matters where it came from elsewhere.
      const seen = (labels: Labels) => (around === scope || around === "" ? labels : foreign(labels));
      if (isParameter && around === scope) add(out, "parameter", { unit, at, what: name });
      if (isTaken) {
        const given = this.parameters.get(`${unit}:${around}(${name}`) ?? new Map();
        merge(out, isParameter ? seen(given) : foreign(given));
      }
      if (local !== undefined) merge(out, seen(local));
      if (isTaken || local !== undefined || around === "") return;
      around = this.units[unit]?.program.outer.get(around) ?? "";
    }
  }

  private collectCall(
    unit: number,
    expr: Expr & { k: "call" },
    scope: string,
    body: boolean,
    out: Labels,
    depth: number,
  ): void {
    const callee = this.dottedOf(unit, expr.callee);
    if (isNeutral(callee) || isFromHere(callee, this.units[unit]?.program)) return;
    if (isPathJoin(callee)) this.collectFile(unit, expr, scope, out);
    const [first] = expr.args;
    const label = labelOfCall(callee, first === undefined ? undefined : this.textOf(unit, first, scope));
    if (label !== undefined) {
      add(out, label, { unit, at: expr.at, what: callee });
      return;
    }
    const owner = this.functions.ownerOf(unit, expr.callee);
    if (owner !== undefined) {
      merge(out, this.answers.get(`${owner}:${lastName(expr.callee)}`) ?? new Map());
      if (expr.callee.k === "member")
        merge(out, foreign(this.labelsOf(unit, expr.callee.object, scope, body)));
      return;
    }
    const read = this.filesOf(unit, expr, callee, scope);
    if (read !== undefined) add(out, read, { unit, at: expr.at, what: callee });
    if (isEncrypter(lastName(expr.callee))) add(out, "encrypted", { unit, at: expr.at, what: callee });
    if (decodes(callee, expr)) add(out, "decoded", { unit, at: expr.at, what: callee });
    if (expr.callee.k === "member") this.collect(unit, expr.callee, scope, body, out, depth + 1);
    for (const { name, value } of givenTo(callee, expr))
      if (!body || !isLogin(name)) this.collect(unit, value, scope, body, out, depth + 1);
  }

  /** Whether a call reads a file, or lists all files that a person works on. */
  private filesOf(
    unit: number,
    expr: Expr & { k: "call" },
    callee: string,
    scope: string,
  ): Label | undefined {
    if (!isFileReader(callee) && !isLister(callee)) return undefined;
    const { args } = expr;
    const [first, second] = args.map((arg) => this.textOf(unit, arg, scope) ?? "");
    const object = expr.callee.k === "member" ? (this.textOf(unit, expr.callee.object, scope) ?? "") : "";
    if (isLister(callee)) return listsAll(callee, object, first ?? "") ? "listing" : undefined;
    const isWritten = /(?:^|\.)open$/.test(callee) && /[wax]/.test(second ?? "");
    return isWritten || isOwnFile(`${object}/${first ?? ""}`) ? undefined : "file";
  }

  private dottedOf(unit: number, expr: Expr): string {
    return dotted(expr, this.units[unit]?.program.imports ?? new Map());
  }

  /** The constant text of an expression; undefined where it is not constant. */
  textOf(unit: number, expr: Expr, scope: string): string | undefined {
    return this.constants.textOf(unit, expr, scope);
  }
}
