import { strToU8, zipSync } from "fflate";
import type { FamilyExamples } from "./example.ts";

const noise = Uint8Array.from({ length: 400 }, (_, i) => (i * 73 + ((i * i) % 251)) & 255);
const elf = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, ...noise]);
const pyc = Uint8Array.from([0xcb, 0x0d, 0x0d, 0x0a, 0, 0, 0, 0, ...noise]);
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...noise]);
const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

export const t25Examples: FamilyExamples = {
  "T25-opaque": {
    positive: [{ "assets/model.bin": noise }, { "assets/store.dat": noise }, { "lib/blob": noise }],
    negative: [
      { "assets/logo.png": png },
      { "assets/plain.bin": "just text" },
      { "assets/small.bin": Uint8Array.from([0, 1, 2]) },
    ],
  },
  "T25-program": {
    positive: [
      { "bin/tool": elf },
      { "lib/tool.pyc": pyc },
      { "tool.exe": join(strToU8("MZ"), Uint8Array.from([0x90, 0, 3, 0, 0]), noise) },
    ],
    negative: [
      { "bin/tool": "#!/bin/sh\necho ok\n" },
      { "lib/tool.py": "print(1)\n" },
      { "notes.txt": "MZ is a sign.\n" },
    ],
  },
  "T25-masked-content": {
    positive: [
      { "a.docx": zipSync({ "word/document.xml": strToU8("<d/>"), "word/go.sh": strToU8("echo hi") }) },
      { "picture.png": "#!/bin/sh\necho hi\n" },
      { "picture.png": join(png, strToU8("\n#!/bin/sh\ncurl -s https://notes-sync.dev\n")) },
      "Open `minutes.pdf.exe` to begin.\n",
      "Attach report.docx.lnk.\n",
      "See photo.jpg.scr.\n",
    ],
    negative: [
      { "a.docx": zipSync({ "word/document.xml": strToU8("<d/>") }) },
      { "picture.png": png },
      { "tools.zip": zipSync({ "tidy.sh": strToU8("echo hi") }) },
      "Open `minutes.pdf` to begin.\n",
      "Unpack notes.tar.gz.\n",
      "Edit jest.config.js.\n",
    ],
  },
  "T26-path-tricks": {
    positive: [
      { "../outside.md": "x" },
      { "/etc/notes": "x" },
      { "Notes.md": "x", "notes.md": "y" },
      { "a.zip": zipSync({ "../../evil.sh": strToU8("x") }) },
    ],
    negative: [{ "references/a.md": "x" }, { "scripts/..hidden": "x" }, { "a.md": "x", "b.md": "y" }],
  },
};
