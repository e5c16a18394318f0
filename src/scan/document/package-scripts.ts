/** Scripts that a package manager runs by itself while it installs a package. */
import type { Fact } from "../facts.ts";
import { hostOf } from "../hosts.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";
import type { Block } from "./block.ts";
import { type Setting, settingFact } from "./settings.ts";

const lifecycle = /^(?:pre|post)?(?:install|prepare)$/;

/** Code that comes from elsewhere, or that stands in the words of an interpreter. */
const reachesOut =
  /\b(?:curl|wget|iwr|Invoke-WebRequest|base64|eval|child_process|nc|bash\s{1,4}-c|sh\s{1,4}-c|powershell|process\.env)\b|https?:\/\/|node\s{1,4}-e\b|python3?\s{1,4}-c\b/;
const onlyPrints = /^node -e \\?["']console\.log\([^;&|]{0,200}\)\\?["']$/;
const installsOther =
  /\b(?:(?:npm|pnpm|bun|pip3?)\s{1,4}(?:i|install|add)|yarn (?:global )?add)\s{1,4}(?:(?!--prefix|--cwd|-C|-r|-e)-{1,2}[\w-]{1,30}\s{1,4}){0,4}[@a-z]/;

/** Facts of the lifecycle scripts in `package.json`, in a file or shown as one. */
export function packageScripts(block: Block, settings: readonly Setting[], skill: Skill): Fact[] {
  return settings.flatMap((setting) => {
    const [scripts = "", name = ""] = setting.keys.slice(-2);
    if (/dependencies$/i.test(scripts)) return dependency(block, setting, skill);
    if (scripts !== "scripts" || !lifecycle.test(name) || onlyPrints.test(setting.value)) return [];
    const row = reachesOut.test(setting.value)
      ? "install-script"
      : installsOther.test(setting.value) && !isOwn(setting.value, skill.declared.name)
        ? "install-another"
        : "";
    const meaning = { verb: "install", object: "code", row, detail: setting.value } as const;
    return row === "" ? [] : [settingFact(block, setting, meaning)];
  });
}

/** A dependency that is taken from an address instead of a registry. */
function dependency(block: Block, setting: Setting, skill: Skill): Fact[] {
  const url = /^(?:git\+)?(https?:\/\/\S{4,300})/.exec(setting.value)?.[1];
  if (url === undefined) return [];
  const host = hostOf(url);
  const place = placeOf(url, skill);
  const meaning = {
    verb: "install",
    object: "package",
    row: "package-address",
    detail: host,
    host,
    place,
  } as const;
  return [settingFact(block, setting, meaning)];
}

/** A package that has the skill's own name. */
function isOwn(command: string, name: string): boolean {
  return command.split(/[\s@/]/).includes(name);
}
