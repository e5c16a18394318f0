/**
 * The environment of programs: which names hold it as a whole, and which single settings are taken out of it. A program that
 * takes one setting by its name has not taken the rest.
 */
import { dotted, type Expr, key, type Program, type Unit, within } from "./ir.ts";

const whole = /^(?:os\.environ|process\.env|Deno\.env\.toObject|Bun\.env|import\.meta\.env|environ)$/;
const methods = /^(?:get|items|copy|keys|values|entries|setdefault|pop|update|toObject)$/;
const getter = /^(?:os\.getenv|getenv|Deno\.env\.get)$/;

/** Whether a dotted name stands for all settings. */
export function isEnvironment(name: string): boolean {
  return whole.test(name);
}

export class Environment {
  /** "unit:scope:name" of names that hold the environment and nothing else. */
  private readonly holders = new Set<string>();
  /** Functions that answer with the setting whose name they are given. */
  private readonly getters = new Set<string>();
  /** "unit:scope:name" → what the name is given. */
  private readonly given = new Map<string, Expr[]>();
  private readonly texts = new Map<string, readonly string[]>();
  private readonly units: readonly Unit[];

  constructor(units: readonly Unit[]) {
    this.units = units;
    for (const [unit, { program }] of units.entries()) this.learnHolders(unit, program);
    for (const [unit, { program }] of units.entries())
      for (const { value, scope, returns } of program.steps)
        if (returns && scope !== "" && this.picksByName(unit, value, scope)) this.getters.add(scope);
  }

  private learnHolders(unit: number, program: Program): void {
    const others = new Set<string>();
    for (const { targets, value, scope } of program.steps) {
      const literal = targets.length > 0 && isLiteral(value);
      for (const target of targets) {
        const slot = key(unit, scope, target);
        const given = this.given.get(slot) ?? [];
        given.push(value);
        this.given.set(slot, given);
        if (isHeld(value, target, program)) this.holders.add(slot);
        else if (!literal) others.add(slot);
      }
    }
    for (const slot of others) this.holders.delete(slot);
  }

  /**
   * Names of settings that an expression takes out of the environment, as far as they are known; undefined where it takes
   * none by name.
   */
  settingsOf(unit: number, expr: Expr, scope: string): readonly string[] | undefined {
    if (expr.k === "member")
      return this.holds(unit, expr.object, scope) && !methods.test(expr.name) ? [expr.name] : undefined;
    const named = this.namedBy(unit, expr, scope);
    return named === undefined ? undefined : this.textsOf(unit, named, scope);
  }

  /** The expression that names the setting: `env[name]`, `env.get(name)`, `getenv(name)`. */
  private namedBy(unit: number, expr: Expr, scope: string): Expr | undefined {
    if (expr.k === "group" && expr.picks === true) {
      const [object, name] = expr.parts;
      return object !== undefined && this.holds(unit, object, scope) ? name : undefined;
    }
    if (expr.k !== "call") return undefined;
    const { callee, args } = expr;
    const program = this.units[unit]?.program;
    const isGetter =
      (callee.k === "member" && callee.name === "get" && this.holds(unit, callee.object, scope)) ||
      (program !== undefined && getter.test(dotted(callee, program.imports))) ||
      (callee.k === "name" && this.getters.has(callee.name));
    return isGetter ? args[0] : undefined;
  }

  private picksByName(unit: number, value: Expr, scope: string): boolean {
    const params = this.units[unit]?.program.functions.get(scope) ?? [];
    return [...within(value)].some((expr) => {
      const named = this.namedBy(unit, expr, scope);
      return named?.k === "name" && params.includes(named.name);
    });
  }

  /** The texts that an expression is, or that the name which it is was given. */
  private textsOf(unit: number, expr: Expr, scope: string): readonly string[] {
    if (expr.k === "group") return expr.parts.flatMap((part) => (part.k === "text" ? [part.value] : []));
    if (expr.k !== "name") return expr.k === "text" ? [expr.value] : [];
    const own = key(unit, scope, expr.name);
    const slot = this.given.has(own) ? own : key(unit, "", expr.name);
    const texts = this.texts.get(slot) ?? (this.given.get(slot) ?? []).flatMap(textsIn);
    this.texts.set(slot, texts);
    return texts;
  }

  private holds(unit: number, expr: Expr, scope: string): boolean {
    const program = this.units[unit]?.program;
    if (program === undefined || (expr.k !== "name" && expr.k !== "member")) return false;
    if (isEnvironment(dotted(expr, program.imports))) return true;
    if (expr.k !== "name") return false;
    // What a function calls by the same name is another thing.
    const own = key(unit, scope, expr.name);
    const isOwn = program.takes.get(scope)?.includes(expr.name) === true;
    return this.holders.has(own) || (!isOwn && this.holders.has(key(unit, "", expr.name)));
  }
}

/** Nobody writes more after "or" than a few. */
const mostAlternatives = 20;

/** The environment itself, a copy of it, or it where nothing was given: `given or os.environ`. */
function isHeld(value: Expr, target: string, program: Program): boolean {
  if (value.k === "name" || value.k === "member") return isEnvironment(dotted(value, program.imports));
  if (value.k === "call")
    return /^(?:os\.environ|environ)\.copy$/.test(dotted(value.callee, program.imports));
  if (value.k !== "group" || value.joins || value.picks === true || value.named.length > 0) return false;
  if (value.parts.length > mostAlternatives) return false;
  // A list with the environment in it is another thing.
  const isOwn = (part: Expr) => part.k === "name" && part.name === target;
  return value.parts.some(isOwn) && value.parts.every((part) => isOwn(part) || isHeld(part, target, program));
}

function textsIn(value: Expr): string[] {
  return [...within(value)].flatMap((part) => (part.k === "text" ? [part.value] : []));
}

function isLiteral(value: Expr): boolean {
  return [...within(value)].every((part) => part.k === "text" || part.k === "group");
}
