/** What every archive reader gives out: one entry at a time, its bytes only on request. */
export type EntryKind = "file" | "folder" | "link" | "special";

export interface ArchiveEntry {
  /** As in the archive, less a leading `./` and a folder's trailing slash; not yet judged beyond being relative. */
  readonly path: string;
  readonly kind: EntryKind;
  readonly size: number;
  /** False where the archive has no such bit. */
  readonly executable: boolean;
  /** The bytes of a file, in an array of their own; only until the next entry is asked for, and only once. */
  read(): Promise<Uint8Array>;
}

export type ArchiveEntries = AsyncIterable<ArchiveEntry>;
