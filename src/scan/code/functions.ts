/** Which function of the skill a call means: one of the same program, or of a program that this one knows. */
import { type Expr, lastName, type Program, type Unit } from "./ir.ts";

const builtIn = /^(?:JSON|Object|Array|Math|Promise|Reflect|Buffer|String|Number|console|json|os|re)$/;

/** Programs that choose at run time what they take in may know any other. */
const loadsByName =
  /\bimportlib\b|__import__|\b(?:require|import)\(\s{0,3}[^"'`\s)]|\bexec\(|\beval\(|\bglobals\(\)/;

export class Functions {
  /** Name → the programs that define a function of that name. */
  private readonly owners = new Map<string, Set<number>>();
  /** "unit:name" → the other program that a call of that name means. */
  private readonly others = new Map<string, number | undefined>();
  /** Under which a program is known to others: its file, its folder. */
  private readonly names: ReadonlyArray<readonly string[]>;
  private readonly allNames: ReadonlySet<string>;
  private readonly words = new Map<number, ReadonlySet<string> | "all">();
  private readonly units: readonly Unit[];

  constructor(units: readonly Unit[]) {
    this.units = units;
    this.names = units.map(({ path }) => namesOf(path));
    this.allNames = new Set(this.names.flat());
    for (const [unit, { program }] of units.entries())
      for (const name of program.functions.keys()) {
        const among = this.owners.get(name) ?? new Set();
        this.owners.set(name, among.add(unit));
      }
  }

  /** The program whose function is called; undefined where it is none of the skill's. */
  ownerOf(unit: number, callee: Expr): number | undefined {
    const among = this.owners.get(lastName(callee));
    const program = this.units[unit]?.program;
    if (among === undefined || program === undefined) return undefined;
    const root = rootOf(callee);
    const from = program.imports.get(root);
    if (from === undefined ? callee.k === "member" && builtIn.test(root) : !this.isOwn(from))
      return undefined;
    // A name that was taken in is not the one of the same spelling at home.
    const isTaken = from !== undefined && callee.k === "name";
    if (!isTaken && among.has(unit)) return unit;
    const call = `${unit}:${lastName(callee)}`;
    if (!this.others.has(call))
      this.others.set(
        call,
        [...among].find((other) => other !== unit && this.knows(unit, other, program)),
      );
    return this.others.get(call);
  }

  private isOwn(module: string): boolean {
    return /^[./@~#]/.test(module) || module.split(/[./]/).some((part) => this.allNames.has(part));
  }

  private knows(unit: number, other: number, program: Program): boolean {
    const words = this.words.get(unit) ?? wordsOf(program.source);
    this.words.set(unit, words);
    return words === "all" || (this.names[other] ?? []).some((name) => words.has(name));
  }
}

function wordsOf(source: string): ReadonlySet<string> | "all" {
  return loadsByName.test(source) ? "all" : new Set(source.match(/[\w-]{1,80}/g));
}

function namesOf(path: string): string[] {
  return path
    .split("/")
    .slice(-2)
    .map((part) => part.replace(/\..{0,20}$/, ""));
}

function rootOf(callee: Expr): string {
  let at = callee;
  while (at.k === "member") at = at.object;
  return at.k === "name" ? at.name : "";
}
