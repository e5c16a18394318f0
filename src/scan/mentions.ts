/** Where some texts name files and folders. How much is looked at has a bound; beyond it a name counts as meant. */
import { limits } from "./limits.ts";

/** Characters before and behind a name that tell what is said of it. */
const aroundChars = 160;

export type Sense = (before: string, after: string) => boolean;

export class Mentions {
  private readonly text: string;
  private readonly known = new Map<Sense, Map<string, boolean>>();
  private chars: number = limits.filesAskedFor * limits.totalChars;
  private places: number = limits.mentions;

  constructor(texts: readonly string[]) {
    this.text = texts.join("\n");
  }

  /** Whether a name stands somewhere in this sense. Each name is looked for once. */
  has(name: string, sense: Sense): boolean {
    const known = this.known.get(sense) ?? new Map<string, boolean>();
    this.known.set(sense, known);
    const answer = known.get(name) ?? this.find(name, sense);
    known.set(name, answer);
    return answer;
  }

  private find(name: string, sense: Sense): boolean {
    const { text } = this;
    this.chars -= text.length;
    if (this.chars < 0) return true;
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
      if (this.places-- <= 0) return true;
      const end = at + name.length;
      if (sense(text.slice(Math.max(0, at - aroundChars), at), text.slice(end, end + aroundChars)))
        return true;
    }
    return false;
  }
}
