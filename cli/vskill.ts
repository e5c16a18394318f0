/** The command line: which command, and what it can do. Each is loaded only when it is called. */
import { EXIT } from "./exit-codes.ts";
import { reportFailure, wantsJson } from "./output.ts";

interface Command {
  readonly summary: string;
  readonly load: () => Promise<{ main(argv: string[]): Promise<number> }>;
}

const commands: Readonly<Record<string, Command>> = {
  serve: { summary: "start the embedded server", load: () => import("./commands/serve.ts") },
  backup: { summary: "copy a stopped server's data", load: () => import("./commands/backup.ts") },
  restore: { summary: "make a data folder from a backup", load: () => import("./commands/restore.ts") },
  rebuild: {
    summary: "make KV and search anew from the ledger",
    load: () => import("./commands/rebuild.ts"),
  },
  scan: { summary: "scan skills on disk", load: () => import("./commands/scan.ts") },
  submit: { summary: "submit a folder or a repository", load: () => import("./commands/submit.ts") },
  search: { summary: "search a registry", load: () => import("./commands/search.ts") },
  info: { summary: "show one skill", load: () => import("./commands/info.ts") },
  verify: { summary: "download, recompute, scan again, compare", load: () => import("./commands/verify.ts") },
  token: { summary: "make, list and revoke tokens", load: () => import("./commands/token.ts") },
};

function help(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `vskill-platform: the registry of verified agent skills

usage: vskill-platform <command> [options]

${rows.join("\n")}

  --version  the version
  --help     this text

examples
  vskill-platform serve --port 9000            a registry of your own
  vskill-platform scan ./my-skill              what the registry would say of it
  vskill-platform submit ./my-skill --watch    send it in, and see what becomes of it
  vskill-platform search pdf forms --json      for a program
  vskill-platform verify acme/tools/pdf        is it what was scanned?

Every command takes --json: results on stdout, a failure as {"error","message"} on stderr.
\`vskill-platform <command> --help\` tells a command's options and exit codes; docs/CLI.md has them all.`;
}

async function run(argv: string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === "--version" || name === "-v") {
    const { readAppVersion } = await import("./embedded/project.ts");
    console.log(readAppVersion());
    return EXIT.ok;
  }
  if (name === "--help" || name === "-h") {
    console.log(help());
    return EXIT.ok;
  }
  // Not `name in commands`: an object also has what all objects have.
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (command !== undefined) return runWhole(command, rest);
  const message = name === undefined ? "Name a command." : `There is no command "${name}".`;
  reportFailure({ asJson: wantsJson(argv), code: "USAGE", message, more: `\n${help()}` });
  return EXIT.usage;
}

/** What no command has foreseen must not end as 1, which is an answer. */
async function runWhole(command: Command, argv: string[]): Promise<number> {
  try {
    return await (await command.load()).main(argv);
  } catch (error) {
    const asJson = wantsJson(argv);
    reportFailure({ asJson, code: "INTERNAL", message: `This is an error of our own: ${error}` });
    if (!asJson) console.error(error);
    return EXIT.internal;
  }
}

process.exitCode = await run(process.argv.slice(2));
