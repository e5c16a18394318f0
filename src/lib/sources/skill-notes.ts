/** Notes about files of a skill that no rule refuses; shown beside the findings of the scan. */
export interface SkillNote {
  readonly kind: "nested-archive" | "lfs-pointer" | "left-out";
  readonly path: string;
  readonly message: string;
}

/** The first bytes of archive formats. Nested archives are not unpacked, so their content is not scanned. */
const archiveSignatures: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x1f, 0x8b],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
];
const archiveName = /\.(?:zip|jar|whl|egg|vsix|crx|docx|xlsx|pptx|tar|tgz|gz|bz2|xz|zst|7z|rar|cab|iso)$/i;
const LFS_START = "version https://git-lfs.github.com/spec/v1";

export function noteAbout(path: string, bytes: Uint8Array): SkillNote | null {
  const isPacked = archiveSignatures.some((signature) => signature.every((byte, i) => bytes[i] === byte));
  if (isPacked || archiveName.test(path)) {
    return {
      kind: "nested-archive",
      path,
      message: "Nested archive: its content is not unpacked and not scanned.",
    };
  }
  if (new TextDecoder().decode(bytes.subarray(0, LFS_START.length)) === LFS_START) {
    return {
      kind: "lfs-pointer",
      path,
      message: "Git LFS pointer: the archive does not contain the file itself.",
    };
  }
  return null;
}
