/** The interface of all archive readers: one entry at a time, its bytes only on request. */
export type EntryKind = "file" | "folder" | "link" | "special";

export interface ArchiveEntry {
  /** The path in the archive without a leading `./` and a folder's trailing slash. Checked only to be relative. */
  readonly path: string;
  readonly kind: EntryKind;
  readonly size: number;
  /** False if the archive format has no such bit. */
  readonly executable: boolean;
  /** The bytes of a file, in an array of their own. Can be called once, before the next entry is requested. */
  read(): Promise<Uint8Array>;
}

export type ArchiveEntries = AsyncIterable<ArchiveEntry>;
