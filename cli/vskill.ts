/** The entry point of the command line: the list of commands. Each is loaded only when it runs. */
import { EXIT } from "./exit-codes.ts";
import { reportFailure, reportInternalError, wantsJson } from "./output.ts";

interface Command {
  readonly summary: string;
  readonly load: () => Promise<{ main(argv: string[]): Promise<number> }>;
}

const commands: Readonly<Record<string, Command>> = {
  serve: { summary: "start the embedded server", load: () => import("./commands/serve.ts") },
  backup: { summary: "copy a stopped server's data", load: () => import("./commands/backup.ts") },
  restore: { summary: "create a data folder from a backup", load: () => import("./commands/restore.ts") },
  rebuild: {
    summary: "rebuild indexes",
    load: () => import("./commands/rebuild.ts"),
  },
  scan: { summary: "scan skills on disk", load: () => import("./commands/scan.ts") },
  submit: { summary: "submit a folder or a repository", load: () => import("./commands/submit.ts") },
  search: { summary: "search a registry", load: () => import("./commands/search.ts") },
  info: { summary: "show one skill", load: () => import("./commands/info.ts") },
  verify: {
    summary: "check a skill against its published verdict",
    load: () => import("./commands/verify.ts"),
  },
  token: { summary: "create, list and revoke tokens", load: () => import("./commands/token.ts") },
};

function help(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `vskill-platform: the registry of scanned agent skills

usage: vskill-platform <command> [options]

${rows.join("\n")}

  --version  show the version
  --help     show this help

examples
  vskill-platform serve --port 9000            run your own registry
  vskill-platform scan ./my-skill              preview the registry's verdict
  vskill-platform submit ./my-skill --watch    submit and follow progress
  vskill-platform search pdf forms --json      machine-readable
  vskill-platform verify acme/tools/pdf        compare with the published bytes

Every command accepts --json: results on stdout, a failure as {"error","message"} on stderr.
\`vskill-platform <command> --help\` shows a command's options and exit codes; docs/CLI.md lists all.`;
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
  // Not `name in commands`: "toString" is in every object.
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (command !== undefined) return runLoaded(command, rest);
  const message = name === undefined ? "Missing command." : `Unknown command "${name}".`;
  reportFailure({ asJson: wantsJson(argv), code: "USAGE", message, more: `\n${help()}` });
  return EXIT.usage;
}

/** An unexpected error must not end with 1, which is a result. */
async function runLoaded(command: Command, argv: string[]): Promise<number> {
  try {
    return await (await command.load()).main(argv);
  } catch (error) {
    return reportInternalError(error, { asJson: wantsJson(argv) });
  }
}

process.exitCode = await run(process.argv.slice(2));
