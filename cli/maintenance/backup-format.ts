/**
 * The format of a backup: a folder with the database's base tables as JSON lines, the archives' objects, and a manifest
 * that is written last and has the checksum of every file. KV and search are rebuilt and not part of it.
 */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { EXIT, StartFailure } from "../embedded/failure.ts";

export const MANIFEST = "manifest.json";
export const OBJECT_INDEX = "objects.jsonl";
export const ADMIN_TOKEN_FILE = "admin-token.sha256";
/** Increased when an older restore could not read a newer backup. */
const FORMAT = 1;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
/** A path inside the backup: the manifest is not trusted. */
const fileName = z
  .string()
  .regex(/^[a-z0-9_.-]+(\/[a-z0-9_.-]+)?$/i)
  .refine((name) => !name.includes(".."));
const checkedFile = z.object({ file: fileName, sha256: sha256Schema });

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  app: z.string(),
  createdAt: z.string(),
  /** In the order they were applied; the last one is the schema's version. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(checkedFile.extend({ name: z.string().regex(/^[a-z0-9_]+$/), rows: z.int() })),
  objects: z.object({ count: z.int(), bytes: z.int(), index: checkedFile }),
  adminToken: checkedFile.nullable(),
});
export type Manifest = z.infer<typeof manifestSchema>;
export const newManifest = (parts: Omit<Manifest, "format">): Manifest => ({ format: FORMAT, ...parts });

/** One line of the object index. */
export const objectEntrySchema = checkedFile.extend({
  key: z.string(),
  size: z.int(),
  httpMetadata: z.record(z.string(), z.string()),
  customMetadata: z.record(z.string(), z.string()),
});
export type ObjectEntry = z.infer<typeof objectEntrySchema>;

/** Checks every byte of a backup before anything is changed. Throws a StartFailure that names the fault. */
export async function verifyBackup(dir: string): Promise<Manifest> {
  const file = path.join(dir, MANIFEST);
  if (!existsSync(file)) throw damaged(dir, `${MANIFEST} is missing: it is not a backup, or not complete`);
  const parsed = manifestSchema.safeParse(parseJson(dir, readFileSync(file, "utf8")));
  if (!parsed.success) throw damaged(dir, `its manifest cannot be read (${z.prettifyError(parsed.error)})`);
  const { tables, objects, adminToken } = parsed.data;
  const files = [...tables, objects.index, ...(adminToken === null ? [] : [adminToken])];
  for (const entry of files) await requireIntact(dir, entry);
  let count = 0;
  for (const entry of readObjectIndex(dir)) {
    await requireIntact(dir, entry);
    count += 1;
  }
  if (count !== objects.count) throw damaged(dir, `it has ${count} objects instead of ${objects.count}`);
  return parsed.data;
}

export function readObjectIndex(dir: string): ObjectEntry[] {
  const lines = readFileSync(path.join(dir, OBJECT_INDEX), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => objectEntrySchema.parse(parseJson(dir, line)));
}

async function requireIntact(dir: string, { file, sha256 }: { file: string; sha256: string }): Promise<void> {
  const full = path.join(dir, file);
  if (!existsSync(full)) throw damaged(dir, `${file} is missing`);
  if ((await sha256OfFile(full)) !== sha256) throw damaged(dir, `${file} does not match its checksum`);
}

export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

function parseJson(dir: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(dir, "a file in it is not JSON");
  }
}

function damaged(dir: string, fault: string): StartFailure {
  return new StartFailure(EXIT.badBackup, `${dir} cannot be restored: ${fault}. Nothing was changed.`);
}
