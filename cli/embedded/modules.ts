/** The modules of a bundle in the runtime's format. Only this file says which files of a build are uploaded. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export interface WorkerModule {
  readonly type: "ESModule" | "CompiledWasm" | "Text" | "Data";
  readonly path: string;
  readonly contents: Uint8Array<ArrayBuffer>;
}

const ENTRY = "worker.js";

const typeByExtension: Readonly<Record<string, WorkerModule["type"]>> = {
  ".js": "ESModule",
  ".mjs": "ESModule",
  ".wasm": "CompiledWasm",
  ".txt": "Text",
  ".html": "Text",
  ".sql": "Text",
  ".bin": "Data",
};

/** Every module under `dir`, the entry first; source maps and notes are left out. */
export function readModules(dir: string): WorkerModule[] {
  const names = readdirSync(dir, { recursive: true, encoding: "utf8" }).sort();
  return [ENTRY, ...names.filter((name) => name !== ENTRY)].flatMap((name) => {
    const type = typeByExtension[path.extname(name)];
    if (type === undefined) return [];
    return [
      { type, path: path.join(dir, name), contents: new Uint8Array(readFileSync(path.join(dir, name))) },
    ];
  });
}
