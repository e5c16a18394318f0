/** `restore`: makes a data folder from a backup. Everything is made aside and moved in whole at the end. */
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { EXIT, explainDiskError, StartFailure } from "../embedded/failure.ts";
import { applyMigrations } from "../embedded/migrations.ts";
import type { RuntimeInput } from "../embedded/runtime.ts";
import { ADMIN_TOKEN_FILE, type Manifest, verifyBackup } from "../maintenance/backup-format.ts";
import { runCommand } from "../maintenance/command.ts";
import { driveRebuild } from "../maintenance/drive-rebuild.ts";
import { importLedger } from "../maintenance/ledger-copy.ts";
import { maintenanceWorkerOptions, startMaintenanceWorker } from "../maintenance/maintenance-worker.ts";
import { importObjects } from "../maintenance/object-copy.ts";
import { type StoppedFolder, withRuntime, withStoppedFolder } from "../maintenance/stopped-folder.ts";

const help = `usage: npm run restore -- --from DIR [--data DIR] [--force]

Checks the backup in DIR, then makes a data folder from it: ledger and archives as they were, KV and search anew.
A backup of an older version is brought to this version's schema. The server must be stopped.

  npm run restore -- --from /backups/monday --data /srv/vskill

options
  --from DIR   the backup
  --data DIR   the data folder to make (default .vskill)
  --force      also where there are data already; those are kept beside, as storage.replaced-<time>`;

export function main(argv: string[]): Promise<number> {
  const shape = { help, required: ["from"], optional: ["data"], switches: ["force"] };
  return runCommand(argv, shape, async ({ values: { from = "", data = ".vskill" }, switches }) => {
    const manifest = await verifyBackup(path.resolve(from));
    const problems = await withStoppedFolder(data, async (opened) => {
      refuseUnfit(opened, manifest, switches.has("force"));
      return restore(opened, manifest, path.resolve(from));
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const result = { data: path.resolve(data), rows, objects: manifest.objects.count };
    const sentence = `restored ${rows} rows and ${result.objects} objects to ${result.data}`;
    return { sentence, result, problems };
  });
}

function refuseUnfit({ folder, input }: StoppedFolder, manifest: Manifest, force: boolean): void {
  if (existsSync(folder.storage) && !force)
    throw new StartFailure(
      EXIT.cannotWrite,
      `${folder.path} holds data already. Name another folder with --data, or replace them with --force.`,
    );
  const known = new Set(input.build.migrations.map(({ name }) => name));
  const unknown = manifest.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new StartFailure(
      EXIT.newerData,
      `The backup was made by a newer version: it has ${unknown.join(", ")}. Restore it with that version.`,
    );
}

async function restore(
  { folder, input, adminToken }: StoppedFolder,
  manifest: Manifest,
  from: string,
): Promise<string[]> {
  const staging = `${folder.storage}.restoring`;
  try {
    rmSync(staging, { recursive: true, force: true });
    const aside: RuntimeInput = { ...input, folder: { ...folder, storage: staging } };
    await withRuntime(maintenanceWorkerOptions(aside, adminToken), aside, async (miniflare) => {
      const door = startMaintenanceWorker(await miniflare.ready, adminToken);
      // The backup's own schema first: later migrations may have to change the rows.
      const then = input.build.migrations.filter(({ name }) => manifest.migrations.includes(name));
      await applyMigrations(door.ledger, then);
      await importLedger(door.ledger, from, manifest.tables);
      await importObjects(door, from);
    });
    const problems = await driveRebuild(aside, adminToken);
    if (existsSync(folder.storage))
      renameSync(
        folder.storage,
        `${folder.storage}.replaced-${new Date().toISOString().replaceAll(":", "-")}`,
      );
    renameSync(staging, folder.storage);
    if (manifest.adminToken !== null) {
      copyFileSync(path.join(from, ADMIN_TOKEN_FILE), folder.adminTokenFile);
      chmodSync(folder.adminTokenFile, 0o600);
    }
    return problems;
  } catch (error) {
    throw explainDiskError(error, folder.path) ?? error;
  }
}
