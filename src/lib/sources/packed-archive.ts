/**
 * Reads the skills of a whole archive in memory (an upload, a site's archive). Detects tar.gz and zip by their first
 * bytes.
 */
import type { Limits } from "../../domain/limits.ts";
import { Refusal } from "../../domain/problem.ts";
import type { ArchiveEntries } from "../archives/archive-entry.ts";
import { gunzip } from "../archives/gunzip.ts";
import { readTar } from "../archives/tar-reader.ts";
import { readZip } from "../archives/zip-reader.ts";
import { type CollectedSkill, collectSkills } from "./collect-skills.ts";
import { listSkills } from "./list-skills.ts";

/** Every skill of the archive. Throws NO_SKILL_FOUND, or a refusal of the archive or a skill. */
export async function unpackSkills(packed: Uint8Array, limits: Limits): Promise<CollectedSkill[]> {
  // Two passes over the same bytes, because the folders of the skills are only known after the first pass.
  const listed = await listSkills(openPacked(packed, limits), "", limits);
  if (listed.length === 0)
    throw new Refusal("NO_SKILL_FOUND", "No folder of the archive contains a SKILL.md.");
  const folders = listed.map(({ path }) => path);
  return collectSkills(openPacked(packed, limits), { folders, strict: true, limits });
}

function openPacked(packed: Uint8Array, limits: Limits): ArchiveEntries {
  if (packed[0] === 0x1f && packed[1] === 0x8b) return readTar(gunzip(inOneChunk(packed), limits), limits);
  if (packed[0] === 0x50 && packed[1] === 0x4b) return readZip(packed, limits);
  throw new Refusal("ARCHIVE_UNSUPPORTED");
}

async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}
