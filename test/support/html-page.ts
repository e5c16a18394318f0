/**
 * Parses the parts of a page that a crawler needs: links, anchors, forms and commands. It handles only the HTML that
 * hono/jsx writes (quoted attributes, closed tags).
 */

interface Control {
  readonly name: string;
  /** Values that the browser can send for it: the preset one first, then the others. Null means that nothing is sent. */
  readonly values: (string | null)[];
  readonly isText: boolean;
}

export interface Form {
  readonly action: string;
  readonly method: string;
  readonly controls: Control[];
}

export class HtmlPage {
  readonly html: string;
  readonly ids: string[] = [];
  readonly links: string[] = [];
  /** Stylesheets, scripts, images, icons and feeds. */
  readonly resources: string[] = [];
  readonly forms: Form[] = [];
  /** The texts that the copy buttons copy. */
  readonly commands: string[] = [];
  canonical: string | null = null;

  constructor(html: string) {
    this.html = html.replace(/(<script[^>]*>)[\s\S]*?(<\/script>)/g, "$1$2");
    for (const [, name = "", text = ""] of this.html.matchAll(TAG)) this.#read(name, attributesOf(text));
  }

  get headings(): string[] {
    return [...this.html.matchAll(/<h1[^>]*>([\s\S]*?)<\/h1>/g)].map(([, inside = ""]) => textOf(inside));
  }

  get mainText(): string {
    return textOf(/<main[^>]*>([\s\S]*)<\/main>/.exec(this.html)?.[1] ?? "");
  }

  /** Whether the content, without menu and footer, has a form or a link to a page other than `address`. */
  leadsOn(address: string): boolean {
    const content = /<main[^>]*>([\s\S]*)<\/main>/.exec(this.html)?.[1] ?? "";
    return [...content.matchAll(TAG)].some(([, name = "", text = ""]) => {
      const { href = "" } = attributesOf(text);
      return name === "form" || (name === "a" && !["", address].includes(href) && !href.startsWith("#"));
    });
  }

  /** Lists, tables and menus without an entry. */
  get emptyLists(): string[] {
    return [...this.html.matchAll(/<(ul|ol|dl|tbody|select)[^>]*>\s*<\/\1>/g)].map(([found]) => found);
  }

  /** The content digest that a skill's page shows. */
  get digest(): string | null {
    return /<dt>Digest<\/dt><dd><code title="([^"]*)"/.exec(this.html)?.[1] ?? null;
  }

  #read(tag: string, attributes: Readonly<Record<string, string>>): void {
    const { id, href, src, rel } = attributes;
    const command = attributes["data-copy"];
    if (id !== undefined) this.ids.push(id);
    if (command !== undefined) this.commands.push(command);
    if (src !== undefined) this.resources.push(src);
    if (href !== undefined && tag === "a") this.links.push(href);
    if (href !== undefined && tag === "link" && rel === "canonical") this.canonical = href;
    if (href !== undefined && tag === "link" && rel !== "canonical") this.resources.push(href);
    this.#readControl(tag, attributes);
  }

  #readControl(tag: string, attributes: Readonly<Record<string, string>>): void {
    const { name = "", value = "", type = "text", action = "", method = "get" } = attributes;
    if (tag === "form") this.forms.push({ action, method, controls: [] });
    const controls = this.forms.at(-1)?.controls;
    if (tag === "option") addValue(controls?.at(-1), value, "selected" in attributes);
    if (controls === undefined || name === "") return;
    if (tag === "select") controls.push({ name, values: [], isText: false });
    if (tag !== "input") return;
    if (type === "radio") {
      const group = controls.find((control) => control.name === name) ?? { name, values: [], isText: false };
      if (!controls.includes(group)) controls.push(group);
      addValue(group, value, "checked" in attributes);
    } else if (type === "checkbox") {
      const values = "checked" in attributes ? [value, null] : [null, value];
      controls.push({ name, values, isText: false });
    } else {
      const isRequired = "required" in attributes;
      controls.push({ name, values: isRequired && value === "" ? [] : [value], isText: type !== "hidden" });
    }
  }
}

function addValue(control: Control | undefined, value: string, isPreset: boolean): void {
  if (isPreset) control?.values.unshift(value);
  else control?.values.push(value);
}

const TAG = /<([a-z][a-z0-9]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const decode = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
const textOf = (html: string) =>
  decode(html.replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, decode(value)]));
}

/** The addresses that a GET form can open: each control takes each of its values in turn, and the others keep their preset. */
export function addressesOf({ action, controls }: Form, textsFor: (field: string) => string[]): string[] {
  const fields = controls.map(({ name, values, isText }) => ({
    name,
    values: isText ? [...values, ...textsFor(name)] : values,
  }));
  return fields.flatMap((changed) =>
    changed.values.map((value) => {
      const params = new URLSearchParams();
      for (const field of fields) {
        const sent = field === changed ? value : (field.values[0] ?? null);
        if (sent !== null) params.append(field.name, sent);
      }
      return `${action}?${params}`;
    }),
  );
}
