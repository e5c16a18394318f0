/** `rebuild`: makes KV documents and search rows of a stopped server's folder anew from its ledger and archives. */
import { existsSync } from "node:fs";
import path from "node:path";
import { EXIT, StartFailure } from "../embedded/failure.ts";
import { runCommand } from "../maintenance/command.ts";
import { driveRebuild } from "../maintenance/drive-rebuild.ts";
import { withStoppedFolder } from "../maintenance/stopped-folder.ts";

const help = `usage: npm run rebuild [-- --data DIR]

Makes everything that is derived anew: KV documents and search, from the ledger and the archives. Documents that no
row stands behind are removed. The server must be stopped; while one runs, and on Cloudflare, an admin does the same
with POST /api/v1/admin/rebuild (see docs/OPERATIONS.md).

  npm run rebuild -- --data /srv/vskill

options
  --data DIR   the server's data folder (default .vskill)`;

export function main(argv: string[]): Promise<number> {
  const shape = { help, required: [], optional: ["data"], switches: [] };
  return runCommand(argv, shape, async ({ values: { data = ".vskill" } }) => {
    if (!existsSync(path.join(data, "storage")))
      throw new StartFailure(EXIT.usage, `${path.resolve(data)} holds no data: no server has run on it.`);
    const problems = await withStoppedFolder(data, ({ input, adminToken }) =>
      driveRebuild(input, adminToken),
    );
    const result = { data: path.resolve(data) };
    return { sentence: `rebuilt KV and search of ${result.data}`, result, problems };
  });
}
