/** The part of `serve --help` that describes the environment, from the table of settings. */
import { limitSettings, type Setting, settings } from "../../src/domain/settings.ts";
import { columns } from "../columns.ts";

export function environmentHelp(): string {
  const read = Object.entries<Setting>(settings).filter(([, { readBy }]) => readBy.includes("embedded"));
  const rows = read.map(([name, { sentence, default: preset }]) => {
    return [name, `${sentence} Default: ${preset.replace(/^\((.*)\)$/, "$1")}.`] as const;
  });
  const limits = Object.entries(limitSettings).map(([name, setting]) => [name, setting.default] as const);
  return `environment\n${columns(rows)}\n\nlimits on input, with their defaults\n${columns(limits)}`;
}
