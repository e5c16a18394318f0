/**
 * Follows data through the programs of a skill: by name, over functions and files, without regard to order. It may
 * join paths that never run together; it never loses one that does, within its bounds.
 */
import { isEncrypter, isNeutral } from "./apis.ts";
import { Constants } from "./constants.ts";
import { Environment } from "./environment.ts";
import { Fields } from "./fields.ts";
import { filesRead } from "./file-names.ts";
import { Functions } from "./functions.ts";
import {
  type Call,
  dotted,
  type Expr,
  key,
  lastName,
  type Named,
  Program,
  type Step,
  scopeOf,
  type Unit,
  within,
} from "./ir.ts";
import { add, type Labels, merge, slotOf } from "./labels.ts";
import { boundCall } from "./partial-calls.ts";
import { isSecretVariable } from "./sensitive.ts";
import {
  asWritten,
  calledBy,
  collectText,
  decodes,
  fileKey,
  fileWritten,
  filledBy,
  foreign,
  givenTo,
  heldOf,
  isFromHere,
  isLogin,
  isPathJoin,
  isWrittenOut,
  keyMember,
  labelOfCall,
  sourceName,
  without,
} from "./taint-calls.ts";

/** Where an expression stands. */
interface Place {
  readonly unit: number;
  readonly scope: string;
  readonly program: Program;
}

/** What is gathered of one expression. */
interface Gathering extends Place {
  readonly out: Labels;
  readonly depth: number;
  /** Leaves out what stands in headers and logins. */
  readonly ofBody: boolean;
}

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
  /** Name → the names that it was made from. */
  private readonly makers = new Map<string, readonly string[]>();
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
      const at: Place = { unit, scope: step.scope, program };
      const labels = this.labelsAt(at, step.value);
      for (const target of step.targets)
        this.learn(slotOf(this.variables, key(unit, scopeOf(step, target), target)), labels);
      this.learnMaker(at, step);
      if (this.constants.take(unit, step)) this.hasLearnt = true;
      if (step.returns && step.scope !== "")
        this.learn(slotOf(this.answers, `${unit}:${step.scope}`), labels);
      this.passArguments(at, step.value);
    }
  }

  /** `archive = tarfile.open(fileobj=memory)`: what is put into the archive goes into the memory. */
  private learnMaker({ unit }: Place, { targets, value }: Step): void {
    if (value.k !== "call") return;
    const given = [...value.args, ...value.named.map((named) => named.value)];
    const names = given.flatMap((expr) => (expr.k === "name" ? [expr.name] : []));
    if (names.length > 0) for (const target of targets) this.makers.set(key(unit, "", target), names);
  }

  /** What is given to a function of the skill reaches its parameters. */
  private passArguments(at: Place, value: Expr): void {
    for (const whole of within(value)) {
      if (whole.k !== "call") continue;
      const call = boundCall(at.program, whole);
      this.writeFile(at, call);
      this.putInto(at, call);
      for (const one of [call, ...calledBy(call)]) {
        const owner = this.functions.ownerOf(at.unit, one.callee);
        if (owner !== undefined) this.passTo(owner, at, one);
        else if (one === call) this.passToAny(at, call);
      }
    }
  }

  /** `found.push(text)`: a thing that is filled holds what it is filled with. */
  private putInto(at: Place, call: Call): void {
    const filled = filledBy(call);
    if (filled === undefined) return;
    const isFile = lastName(call.callee) === "write";
    for (const name of [filled, ...(this.makers.get(key(at.unit, "", filled)) ?? [])]) {
      const own = key(at.unit, at.scope, name);
      const slot = slotOf(this.variables, this.variables.has(own) ? own : key(at.unit, "", name));
      for (const arg of call.args) this.learn(slot, heldOf(this.bodyAt(at, arg), isFile));
    }
  }

  /** What is written to a file with a fixed name is what is read from it, in this program or another. */
  private writeFile(at: Place, call: Call): void {
    const written = fileWritten(dotted(call.callee, at.program.imports), call);
    if (written === undefined) return;
    const path = fileKey(at.unit, this.textAt(at, written.path));
    if (path !== undefined) this.learn(slotOf(this.files, path), asWritten(this.labelsAt(at, written.data)));
  }

  private passTo(owner: number, at: Place, { callee, args, named }: Call): void {
    const name = lastName(callee);
    const program = this.units[owner]?.program;
    const give = (param: string, labels: Labels) =>
      this.learn(slotOf(this.parameters, `${owner}:${name}(${param}`), labels);
    const params = program?.functions.get(name) ?? [];
    for (const [i, param] of params.entries()) {
      const arg = named.find((one) => one.name === param)?.value ?? args[i];
      if (arg !== undefined) give(param, this.bodyAt(at, arg));
    }
    for (const [i, param] of (program?.takes.get(name) ?? []).entries()) {
      const arg = args[i];
      if (arg !== undefined && params[i] !== param) give(param, foreign(this.bodyAt(at, arg)));
    }
  }

  /** A function that is chosen while the program runs may be any: what the network says may reach each. */
  private passToAny(at: Place, { callee, args }: Call): void {
    const { unit, scope, program } = at;
    const isNamed = callee.k === "name" && !this.variables.has(key(unit, scope, callee.name));
    if (isNamed || callee.k === "member") return;
    for (const [i, arg] of args.slice(0, 4).entries()) {
      const remote = this.labelsAt(at, arg).get("remote");
      if (remote === undefined) continue;
      for (const [name, params] of program.takes)
        if (params[i] !== undefined)
          this.learn(slotOf(this.parameters, `${unit}:${name}(${params[i]}`), new Map([["remote", remote]]));
    }
  }

  private programOf(unit: number): Program {
    return this.units[unit]?.program ?? new Program("");
  }

  /** The constant text of an expression; empty where it is not constant. */
  textAt({ unit, scope }: Place, expr: Expr | undefined): string {
    return expr === undefined ? "" : (this.constants.textOf(unit, expr, scope) ?? "");
  }

  /** Everything that an expression carries. */
  labelsAt({ unit, scope, program }: Place, expr: Expr): Labels {
    return this.collect({ unit, scope, program, out: new Map(), depth: 0, ofBody: false }, expr);
  }

  /** The same without what stands in headers and logins, as the body of a request has it. */
  bodyAt({ unit, scope, program }: Place, expr: Expr): Labels {
    return this.collect({ unit, scope, program, out: new Map(), depth: 0, ofBody: true }, expr);
  }

  private collect(at: Gathering, expr: Expr): Labels {
    const { unit, out } = at;
    const inner: Gathering = { ...at, depth: at.depth + 1 };
    if (at.depth > 50 || this.collectSetting(inner, expr)) return out;
    if (expr.k === "text") {
      collectText(unit, expr, out);
      merge(out, this.files.get(expr.value) ?? new Map());
    } else if (expr.k === "name") this.collectName(at, expr);
    else if (expr.k === "member") this.collectMember(inner, expr);
    else if (expr.k === "call") this.collectCall(inner, expr);
    else {
      const had = out.has("remote");
      if (expr.joins) this.collectFile(at, expr);
      for (const part of expr.parts) this.collect(inner, part);
      this.collectNamed(inner, expr.named);
      if (!had && isWrittenOut(expr)) out.delete("remote");
    }
    return out;
  }

  private collectNamed(at: Gathering, named: readonly Named[]): void {
    for (const { name, value } of named) if (!at.ofBody || !isLogin(name)) this.collect(at, value);
  }

  /** One setting, and what else came into the name that it is taken by or from. */
  private collectSetting(at: Gathering, expr: Expr): boolean {
    const { unit, scope, out } = at;
    const settings = this.environment.settingsOf(unit, expr, scope);
    if (settings === undefined) return false;
    const secret = settings.find(isSecretVariable);
    if (secret !== undefined) add(out, "variable", { unit, at: expr.at, what: secret });
    const name = expr.k === "call" ? expr.args[0] : expr.k === "group" ? expr.parts[1] : undefined;
    if (name !== undefined) this.collect({ ...at, ofBody: false }, name);
    if (expr.k === "member" && expr.object.k === "name")
      merge(
        out,
        without("environment", this.parameters.get(`${unit}:${scope}(${expr.object.name}`) ?? new Map()),
      );
    return true;
  }

  /** What was written to the file that an expression names. */
  private collectFile(at: Gathering, expr: Expr): void {
    const path = this.textAt(at, expr);
    merge(at.out, this.files.get(fileKey(at.unit, path) ?? "") ?? new Map());
    if (expr.k === "call")
      collectText(at.unit, { k: "text", value: path.replaceAll("{}/", ""), at: expr.at }, at.out);
  }

  private collectMember(at: Gathering, expr: Expr & { k: "member" }): void {
    const { unit, scope, out } = at;
    const origin = { unit, at: expr.at, what: expr.name };
    if (sourceName(unit, dotted(expr, at.program.imports), expr.at, out)) return;
    if (keyMember.test(expr.name)) add(out, "secret-file", origin);
    if (expr.object.k === "name" && expr.object.name === "self")
      merge(out, this.variables.get(key(unit, "", `self.${expr.name}`)) ?? new Map());
    const field = this.fields.of(unit, scope, expr);
    if (field !== undefined)
      this.collect({ ...at, ...field, program: this.programOf(field.unit) }, field.value);
    else if (this.fields.isPlain(unit, scope, expr))
      merge(out, without("secret-file", this.labelsAt(at, expr.object)));
    else this.collect(at, expr.object);
  }

  private collectName({ unit, scope, program, out }: Gathering, { name, at }: Expr & { k: "name" }): void {
    sourceName(unit, program.imports.get(name) ?? name, at, out);
    let around = scope;
    for (let i = 0; i < 6; i++) {
      const local = this.variables.get(key(unit, around, name));
      const isParameter = program.functions.get(around)?.includes(name) === true;
      const isTaken = program.takes.get(around)?.includes(name) === true;
      // What a function sees of those around it matters where it came from elsewhere.
      const seen = (labels: Labels) => (around === scope || around === "" ? labels : foreign(labels));
      if (isParameter && around === scope) add(out, "parameter", { unit, at, what: name });
      const given = isTaken ? this.parameters.get(`${unit}:${around}(${name}`) : undefined;
      if (given !== undefined) merge(out, isParameter ? seen(given) : foreign(given));
      if (local !== undefined) merge(out, seen(local));
      if (isTaken || local !== undefined || around === "") return;
      around = program.outer.get(around) ?? "";
    }
  }

  private collectCall(at: Gathering, expr: Call): void {
    const { unit, program, out } = at;
    const callee = dotted(expr.callee, program.imports);
    const origin = { unit, at: expr.at, what: callee };
    if (isNeutral(callee) || isFromHere(callee, program)) return;
    if (isPathJoin(callee)) this.collectFile(at, expr);
    const label = labelOfCall(callee, this.textAt(at, expr.args[0]));
    if (label !== undefined) {
      add(out, label, origin);
      return;
    }
    const owner = this.functions.ownerOf(unit, expr.callee);
    if (owner !== undefined) {
      merge(out, this.answers.get(`${owner}:${lastName(expr.callee)}`) ?? new Map());
      if (expr.callee.k === "member") merge(out, foreign(this.labelsAt(at, expr.callee.object)));
      return;
    }
    const object = expr.callee.k === "member" ? this.textAt(at, expr.callee.object) : "";
    const given = expr.args.slice(0, 2).map((arg) => this.textAt(at, arg));
    const read = filesRead(callee, object, given);
    if (read !== undefined) add(out, read, origin);
    if (isEncrypter(lastName(expr.callee))) add(out, "encrypted", origin);
    if (decodes(callee, expr)) add(out, "decoded", origin);
    if (expr.callee.k === "member") this.collect(at, expr.callee);
    this.collectNamed(at, givenTo(callee, expr));
  }
}
