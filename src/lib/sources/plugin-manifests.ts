/**
 * Reads Claude Code's `marketplace.json` and `plugin.json`: which folders are skills, and of which plugin. They only
 * add skills: a skill that no manifest lists is found as well (L59).
 */
import { parentFolder } from "./skill-folders.ts";

export interface PluginClaim {
  readonly plugin: string;
  /** A folder, relative to the root of the source. Skills in it or under it belong to the plugin. */
  readonly folder: string;
}

/** True for the files that `readPluginManifest` can parse. */
export function isPluginManifest(path: string): boolean {
  return /(?:^|\/)\.claude-plugin\/(?:marketplace|plugin)\.json$/.test(path) || path === "marketplace.json";
}

/** The claims of one manifest; none when it cannot be parsed, because a broken manifest must not hide a skill. */
export function readPluginManifest(path: string, bytes: Uint8Array): PluginClaim[] {
  const folder = parentFolder(path);
  const base =
    folder === ".claude-plugin" || folder.endsWith("/.claude-plugin") ? parentFolder(folder) : folder;
  const value = parseJson(bytes);
  if (!isRecord(value)) return [];
  if (!path.endsWith("marketplace.json")) return pluginClaims(value, base);
  const plugins = Array.isArray(value.plugins) ? value.plugins.filter(isRecord) : [];
  return plugins.flatMap((plugin) => {
    const root = typeof plugin.source === "string" ? joinPath(base, plugin.source) : null;
    return root === null ? [] : pluginClaims(plugin, root);
  });
}

function pluginClaims(plugin: Record<string, unknown>, root: string): PluginClaim[] {
  const name = plugin.name;
  if (typeof name !== "string" || name === "") return [];
  const listed = [plugin.skills].flat().filter((entry) => typeof entry === "string");
  const folders = listed.map((entry) => joinPath(root, entry)).filter((entry) => entry !== null);
  return (folders.length > 0 ? folders : [root]).map((folder) => ({ plugin: name, folder }));
}

/** A relative path joined to a folder, or null when it leaves the source. */
function joinPath(folder: string, relative: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
