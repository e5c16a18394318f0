/** The catalogue of rules as a page. A test compares the committed page with this one. */
import type { Rule } from "../src/scan/rule.ts";
import { examples } from "../src/scan/rules/examples/index.ts";
import { families } from "../src/scan/rules/index.ts";

export function rulesPage(): string {
  const count = families.reduce((sum, family) => sum + family.rules.length, 0);
  const head = `# Rules of the scanner\n\nGenerated from \`src/scan/rules/\` by \`npm run scan:docs\`; do not edit. ${count} rules in ${families.length} families. Categories T01–T30 are those of the threat model; a rule of kind *vulnerable* tells of a flaw of the author's and never of malice.\n`;
  const parts = families.map(
    (family) =>
      `## ${family.title}\n\nFamily \`${family.id}\`.\n\n${family.rules.map(ruleSection).join("\n")}`,
  );
  return `${[head, ...parts].join("\n")}`;
}

function ruleSection(rule: Rule): string {
  const { id, title, severity, kind, confidence, version, message, advice, references } = rule;
  const example = examples[id]?.positive.find(
    (one) =>
      typeof one === "string" &&
      !one.includes("\n\n") &&
      !one.startsWith("---") &&
      /^[\x20-\x7e\n]+$/.test(one),
  );
  return [
    `### ${id}: ${title}`,
    "",
    `${severity} · ${kind} · confidence ${confidence} · version ${version}`,
    "",
    `${message} *${advice}*`,
    ...(typeof example === "string" ? ["", "```text", example.trim(), "```"] : []),
    ...(references.length > 0 ? ["", `See ${references.join(", ")}.`] : []),
    "",
  ].join("\n");
}
