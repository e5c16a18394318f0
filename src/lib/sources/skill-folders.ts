/**
 * Finds the folders of a source that are skills, and the files that belong to each. A skill is its folder: every file under it,
 * except nested skills, agent configuration, and leftovers of tools.
 */

/** Folders in which agents keep the configuration of the repository itself: copies of skills, settings, hooks. */
const agentFolders = new Set([
  ".agent",
  ".agents",
  ".aider",
  ".amazonq",
  ".augment",
  ".claude",
  ".cline",
  ".codebuddy",
  ".codex",
  ".continue",
  ".copilot",
  ".crush",
  ".cursor",
  ".factory",
  ".gemini",
  ".github",
  ".goose",
  ".junie",
  ".kilocode",
  ".kiro",
  ".openclaw",
  ".opencode",
  ".openhands",
  ".qoder",
  ".qwen",
  ".roo",
  ".trae",
  ".vscode",
  ".windsurf",
  ".zed",
  ".zencoder",
]);

/** Files that version control and file managers leave in an archive. Never part of a skill. */
const litterFolders = new Set([".git", ".hg", ".svn", "__MACOSX"]);
const litterFiles = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/** True when a path, relative to the skill or to the requested folder, lies in agent configuration. */
export function isAgentConfiguration(path: string): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((name) => agentFolders.has(name.toLowerCase()));
}

export function isLitter(path: string): boolean {
  const names = path.split("/");
  const last = names[names.length - 1] ?? "";
  // macOS stores the attributes of `name` in an archive as `._name`.
  return litterFiles.has(last) || last.startsWith("._") || names.some((name) => litterFolders.has(name));
}

/** The part of `path` under `folder` ("" is the root), or null when it is not under it. */
export function pathUnder(folder: string, path: string): string | null {
  if (folder === "") return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}

export function parentFolder(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The folder's own name; null for the root, which has none. */
export function folderName(folder: string): string | null {
  return folder === "" ? null : folder.slice(folder.lastIndexOf("/") + 1);
}

/** The deepest of `folders` that contains `path`, or null. */
export function owningFolder(path: string, folders: ReadonlySet<string>): string | null {
  for (let folder = parentFolder(path); ; folder = parentFolder(folder)) {
    if (folders.has(folder)) return folder;
    if (folder === "") return null;
  }
}
