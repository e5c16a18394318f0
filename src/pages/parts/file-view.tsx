/** A file's text with linkable line numbers, and the list of files next to it. */

import { fileSize } from "./format.tsx";
import { Code } from "./scrolling.tsx";
import { Visible } from "./visible.tsx";

export interface ShownFile {
  readonly path: string;
  readonly size: number;
  readonly text: string | null;
  readonly why: "" | "binary" | "long";
}

export function FileText({ file }: { file: ShownFile }) {
  if (file.text === null) {
    const why = file.why === "binary" ? "Binary file." : "Too large to preview. Download the archive.";
    return <p class="notice small">{`${file.path} (${fileSize(file.size)}): ${why}`}</p>;
  }
  return (
    <Code label={file.path} kind="lines">
      {file.text
        .replace(/\n$/, "")
        .split("\n")
        .map((line, index) => (
          <span id={`L${index + 1}`}>
            <Visible text={line.replace(/\r$/, "")} />
          </span>
        ))}
    </Code>
  );
}

interface TreeProps {
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly chosen: string;
  readonly href: (path: string) => string;
}

export function FileTree({ files, chosen, href }: TreeProps) {
  return (
    <nav class="file-tree small" aria-label="Files">
      <ul>
        {files.map(({ path, size }) => (
          <li class="spread">
            <a href={href(path)} {...(path === chosen ? { "aria-current": "page" as const } : {})}>
              {path}
            </a>
            <span class="tiny muted num">{fileSize(size)}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
