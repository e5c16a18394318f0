/** The part of `serve --help` that describes the environment, from the table of settings. */
import { limitSettings, type Setting, settings } from "../../src/domain/settings.ts";
import { exitCodeHelp } from "../exit-codes.ts";

const LINE_WIDTH = 110;

export function environmentHelp(): string {
  const read = Object.entries<Setting>(settings).filter(([, { readBy }]) => readBy.includes("embedded"));
  const rows = read.map(([name, setting]) => {
    const words = setting.default.startsWith("(") ? setting.default.slice(1, -1) : setting.default;
    return row({ name, text: `${setting.sentence} Default: ${words}.`, width: 22 });
  });
  const limits = Object.entries(limitSettings).map(([name, setting]) =>
    row({ name, text: setting.default, width: 30 }),
  );
  return ["environment", ...rows, "", "limits on input, with their defaults", ...limits].join("\n");
}

/** A name and its text, wrapped in a column of its own. */
function row({ name, text, width }: { name: string; text: string; width: number }): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = `${lines.at(-1)}${lines.at(-1) === "" ? "" : " "}${word}`;
    if (line.length > LINE_WIDTH - width) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines.map((line, index) => `  ${(index === 0 ? name : "").padEnd(width)}${line}`).join("\n");
}

/** What `serve --help` prints. */
export const help = `usage: npm start [-- options]     (or: vskill-platform serve [options])

Starts the embedded server: the production bundle in workerd, on this machine, with all data in one folder.

options
  --port N         port to listen on; 0 picks a free one            (default 8787)
  --host ADDRESS   address to listen on; 0.0.0.0 opens it to others (default 127.0.0.1)
  --data DIR       the one folder that holds all data               (default .vskill)
  --no-examples    do not submit the example skills at the first start
  --json           only JSON lines on stdout, one of them when it is ready; what is for people, and the token of
                   a first start, goes to stderr; a failure is {"error","message"} there
  --help           this text

${environmentHelp()}

examples
  npm start -- --port 9000 --data /srv/vskill
  vskill-platform serve --host 0.0.0.0 --no-examples
  vskill-platform serve --port 0 --json            a free port; its address in the line with "event":"ready"

${exitCodeHelp("server")}`;
