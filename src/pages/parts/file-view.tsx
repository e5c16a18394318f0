/** A file's text with linkable line numbers, and the list of files next to it. */

import { fileSize } from "../../domain/file-size.ts";
import { isUnreadable, UNREADABLE } from "../../domain/unsafe-characters.ts";
import { Code } from "./scrolling.tsx";
import { Visible } from "./visible.tsx";

export interface ShownFile {
  readonly path: string;
  readonly size: number;
  readonly text: string | null;
  readonly why: "" | "binary" | "long";
}

/** Each line is an element of the page. */
const MAX_LINES = 20_000;

const TOO_LARGE = "Too large to preview. Download the archive.";

/** The lines of a file, or why they are not shown. */
function linesOf({ text, why }: ShownFile): string[] | string {
  if (text === null) return why === "binary" ? "Binary file." : TOO_LARGE;
  if (isUnreadable(text)) return UNREADABLE;
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.length > MAX_LINES ? TOO_LARGE : lines;
}

export function FileText({ file }: { file: ShownFile }) {
  const lines = linesOf(file);
  if (typeof lines === "string")
    return <p class="notice small">{`${file.path} (${fileSize(file.size)}): ${lines}`}</p>;
  return (
    <Code label={file.path} kind="lines">
      {lines.map((line, index) => (
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
