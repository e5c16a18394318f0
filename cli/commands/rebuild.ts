/** `rebuild`: rebuilds the KV documents and search rows of a stopped server from its database and archives. */
import path from "node:path";
import { runCommand } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { driveRebuild } from "../maintenance/drive-rebuild.ts";
import { dataOption, requireData, withStoppedFolder } from "../maintenance/stopped-folder.ts";

export function main(argv: string[]): Promise<number> {
  return runCommand(argv, {
    usage: ["npm run rebuild [-- --data DIR]"],
    description:
      "Rebuilds KV documents and search from the database and the archives, and deletes documents without a row.\n" +
      "Stop the server first. To rebuild a running server, or on Cloudflare, use POST /api/v1/admin/rebuild (see\n" +
      "docs/OPERATIONS.md).",
    options: { data: dataOption },
    examples: ["npm run rebuild -- --data /srv/vskill"],
    family: "server",
    run: async ({ values: { data }, print, warn, result }) => {
      requireData(data);
      const problems = await withStoppedFolder(data, ({ input, adminToken }) =>
        driveRebuild(input, adminToken),
      );
      for (const problem of problems) warn(`incomplete: ${problem}`);
      result({ data: path.resolve(data), problems });
      print(`rebuilt KV and search of ${path.resolve(data)}`);
      return EXIT.ok;
    },
  });
}
