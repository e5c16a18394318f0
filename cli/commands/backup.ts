/** `backup`: copies a stopped server's data into a folder that `restore` can check and read. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../command.ts";
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
import { exportLedger, readMigrations } from "../maintenance/ledger-copy.ts";
import { maintenanceWorkerOptions, startMaintenanceWorker } from "../maintenance/maintenance-worker.ts";
import { exportObjects } from "../maintenance/object-copy.ts";
import {
  dataOption,
  requireData,
  type StoppedFolder,
  withRuntime,
  withStoppedFolder,
} from "../maintenance/stopped-folder.ts";

const options = {
  to: { value: "DIR", help: "where to write the backup: a new or empty folder", isRequired: true },
  data: dataOption,
} as const;

export function main(argv: string[]): Promise<number> {
  return runCommand(argv, {
    usage: ["npm run backup -- --to DIR [--data DIR]"],
    description:
      "Copies the database and the archives of a stopped server into DIR, and checks what was written.\n" +
      "A backup contains authors' email addresses and token hashes: protect it like the data.",
    options,
    examples: [
      "npm run backup -- --to /backups/monday",
      "vskill-platform backup --to /backups/monday --data /srv/vskill --json",
    ],
    family: "server",
    run: async ({ values: { to, data }, print, result }) => {
      requireData(data);
      const target = path.resolve(to);
      if (existsSync(target) && readdirSync(target).length > 0)
        throw new StartFailure(EXIT.cannotWrite, `${target} is not empty. Choose a new folder with --to.`);
      const startedAt = Date.now();
      const manifest = await withStoppedFolder(data, (opened) => writeBackup(opened, target));
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const { count: objects, bytes } = manifest.objects;
      const ms = Date.now() - startedAt;
      const schema = manifest.migrations.at(-1);
      result({ to: target, rows, objects, bytes, schema, ms, problems: [] });
      print(
        `backed up ${rows} rows, ${objects} objects (${bytes} bytes) to ${target} ` +
          `in ${(ms / 1000).toFixed(1)} s; schema ${schema}`,
      );
      return EXIT.ok;
    },
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
      const stores = startMaintenanceWorker(await miniflare.ready, token);
      const migrations = await readMigrations(stores.ledger);
      const tables = await exportLedger(stores.ledger, to);
      return { migrations, tables, objects: await exportObjects(stores, to) };
    });
    const adminToken = await copyAdminToken(folder.adminTokenFile, to);
    const about = { app: readAppVersion(), createdAt: new Date().toISOString() };
    const manifest = newManifest({ ...about, ...copied, adminToken });
    // Last: an interrupted backup has no manifest and cannot be mistaken for a complete one.
    writeFileSync(path.join(to, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
    return await verifyBackup(to);
  } catch (error) {
    throw explainDiskError(error, to) ?? error;
  }
}

/** Only its hash is stored. With it, the operator's token stays valid on the restored server. */
async function copyAdminToken(from: string, to: string): Promise<Manifest["adminToken"]> {
  if (!existsSync(from)) return null;
  const target = path.join(to, ADMIN_TOKEN_FILE);
  copyFileSync(from, target);
  return { file: ADMIN_TOKEN_FILE, sha256: await sha256OfFile(target) };
}
