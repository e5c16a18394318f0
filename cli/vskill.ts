interface Command {
  readonly summary: string;
  readonly load: () => Promise<{ main(argv: string[]): Promise<number> }>;
}

const commands: Record<string, Command> = {
  serve: { summary: "start the embedded server", load: () => import("./serve.ts") },
  backup: { summary: "copy a stopped server's data", load: () => import("./backup.ts") },
  restore: { summary: "make a data folder from a backup", load: () => import("./restore.ts") },
  rebuild: { summary: "make KV and search anew from the ledger", load: () => import("./rebuild.ts") },
  scan: { summary: "scan skills on disk", load: () => import("./scan.ts") },
};

function help(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return [
    "vskill-platform: the registry of verified agent skills",
    "",
    "usage: vskill-platform <command> [options]",
    "",
    ...rows,
    "",
    "`vskill-platform <command> --help` tells a command's options.",
  ].join("\n");
}

async function run(argv: string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === "--help" || name === "-h") {
    console.log(help());
    return name === undefined ? 64 : 0;
  }
  const command = commands[name];
  if (command === undefined) {
    console.error(`There is no command "${name}".\n\n${help()}`);
    return 64;
  }
  return (await command.load()).main(rest);
}

process.exitCode = await run(process.argv.slice(2));

// Top-level await is for modules only, and this file imports nothing statically.
export {};
