/** `restore`: creates a data folder from a backup, in a temporary place that is renamed at the end. */
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../command.ts";
import type { DataFolder } from "../embedded/data-folder.ts";
import { EXIT, explainDiskError, StartFailure } from "../embedded/failure.ts";
import { applyMigrations } from "../embedded/migrations.ts";
import type { RuntimeInput } from "../embedded/runtime.ts";
import { ADMIN_TOKEN_FILE, type Manifest, verifyBackup } from "../maintenance/backup-format.ts";
import { driveRebuild } from "../maintenance/drive-rebuild.ts";
import { importLedger } from "../maintenance/ledger-copy.ts";
import { maintenanceWorkerOptions, startMaintenanceWorker } from "../maintenance/maintenance-worker.ts";
import { importObjects } from "../maintenance/object-copy.ts";
import {
  dataOption,
  type StoppedFolder,
  withRuntime,
  withStoppedFolder,
} from "../maintenance/stopped-folder.ts";

const options = {
  from: { value: "DIR", help: "the backup", isRequired: true },
  data: { ...dataOption, help: "the data folder to create" },
  force: { help: "replace existing data, which is kept as storage.replaced-<time>" },
} as const;

export function main(argv: string[]): Promise<number> {
  return runCommand(argv, {
    usage: ["npm run restore -- --from DIR [--data DIR] [--force]"],
    description:
      "Checks the backup in DIR and creates a data folder from it; KV and search are rebuilt.\n" +
      "A backup of an older version is migrated to this version's schema. Stop the server first.",
    options,
    examples: ["npm run restore -- --from /backups/monday --data /srv/vskill"],
    family: "server",
    run: async ({ values: { from, data, force }, print, warn, result }) => {
      const source = path.resolve(from);
      const manifest = await verifyBackup(source);
      const problems = await withStoppedFolder(data, async (opened) => {
        if (!force) requireNoData(opened.folder);
        requireKnownSchema(opened, manifest);
        return restore(opened, manifest, source);
      });
      for (const problem of problems) warn(`incomplete: ${problem}`);
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const target = path.resolve(data);
      result({ data: target, rows, objects: manifest.objects.count, problems });
      print(`restored ${rows} rows and ${manifest.objects.count} objects to ${target}`);
      return EXIT.ok;
    },
  });
}

function requireNoData(folder: DataFolder): void {
  if (!existsSync(folder.storage)) return;
  const message = `${folder.path} already contains data. Choose another folder with --data, or replace the data with --force.`;
  throw new StartFailure(EXIT.cannotWrite, message);
}

function requireKnownSchema({ input }: StoppedFolder, manifest: Manifest): void {
  const known = new Set(input.build.migrations.map(({ name }) => name));
  const unknown = manifest.migrations.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const message = `The backup was created by a newer version: it has ${unknown.join(", ")}. Restore it with that version.`;
  throw new StartFailure(EXIT.newerData, message);
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
      const stores = startMaintenanceWorker(await miniflare.ready, adminToken);
      // The backup's own schema first: later migrations may change the rows.
      const migrations = input.build.migrations.filter(({ name }) => manifest.migrations.includes(name));
      await applyMigrations(stores.ledger, migrations);
      await importLedger(stores.ledger, from, manifest.tables);
      await importObjects(stores, from);
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
