/** `backup`: copies a stopped server's data into a folder that `restore` can check and read. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EXIT, explainDiskError, StartFailure } from "../embedded/failure.ts";
import { readAppVersion } from "../embedded/project.ts";
import {
  ADMIN_TOKEN_FILE,
  MANIFEST,
  type Manifest,
  newManifest,
  sha256OfFile,
  verifyBackup,
} from "../maintenance/backup-format.ts";
import { runCommand } from "../maintenance/command.ts";
import { exportLedger, readMigrations } from "../maintenance/ledger-copy.ts";
import { maintenanceWorkerOptions, startMaintenanceWorker } from "../maintenance/maintenance-worker.ts";
import { exportObjects } from "../maintenance/object-copy.ts";
import { type StoppedFolder, withRuntime, withStoppedFolder } from "../maintenance/stopped-folder.ts";

const help = `usage: npm run backup -- --to DIR [--data DIR]

Copies everything that cannot be made again (the ledger and the archives) into DIR, which must be empty or new, and
checks what it wrote. The server must be stopped: the command refuses a folder that a running server holds. The
backup holds authors' e-mails and hashes of tokens: keep it as safe as the data.

  npm run backup -- --to /backups/monday
  vskill-platform backup --to /backups/monday --data /srv/vskill --json

options
  --to DIR     where to write the backup
  --data DIR   the server's data folder (default .vskill)`;

export function main(argv: string[]): Promise<number> {
  const shape = { help, required: ["to"], optional: ["data"], switches: [] };
  return runCommand(argv, shape, async ({ values: { to = "", data = ".vskill" } }) => {
    if (!existsSync(path.join(data, "storage")))
      throw new StartFailure(EXIT.usage, `${path.resolve(data)} holds no data: no server has run on it.`);
    if (existsSync(to) && readdirSync(to).length > 0)
      throw new StartFailure(EXIT.cannotWrite, `${path.resolve(to)} is not empty; name a new folder.`);
    const startedAt = Date.now();
    const manifest = await withStoppedFolder(data, (opened) => writeBackup(opened, path.resolve(to)));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const { count: objects, bytes } = manifest.objects;
    const ms = Date.now() - startedAt;
    const result = { to: path.resolve(to), rows, objects, bytes, schema: manifest.migrations.at(-1), ms };
    const sentence =
      `backed up ${rows} rows, ${objects} objects (${bytes} bytes) to ${result.to} ` +
      `in ${(ms / 1000).toFixed(1)} s; schema ${result.schema}`;
    return { sentence, result };
  });
}

async function writeBackup(
  { folder, input, adminToken: token }: StoppedFolder,
  to: string,
): Promise<Manifest> {
  try {
    for (const dir of [to, path.join(to, "ledger"), path.join(to, "objects")])
      mkdirSync(dir, { recursive: true, mode: 0o700 });
    const copied = await withRuntime(maintenanceWorkerOptions(input, token), input, async (miniflare) => {
      const door = startMaintenanceWorker(await miniflare.ready, token);
      const migrations = await readMigrations(door.ledger);
      const tables = await exportLedger(door.ledger, to);
      return { migrations, tables, objects: await exportObjects(door, to) };
    });
    const adminToken = await copyAdminToken(folder.adminTokenFile, to);
    const about = { app: readAppVersion(), createdAt: new Date().toISOString() };
    const manifest = newManifest({ ...about, ...copied, adminToken });
    // Last: a backup that was cut short has none, and is not taken for one.
    writeFileSync(path.join(to, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
    return await verifyBackup(to);
  } catch (error) {
    throw explainDiskError(error, to) ?? error;
  }
}

/** Only its hash exists; with it the operator's token opens the restored server too. */
async function copyAdminToken(from: string, to: string): Promise<Manifest["adminToken"]> {
  if (!existsSync(from)) return null;
  const target = path.join(to, ADMIN_TOKEN_FILE);
  copyFileSync(from, target);
  return { file: ADMIN_TOKEN_FILE, sha256: await sha256OfFile(target) };
}
