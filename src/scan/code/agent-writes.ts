/** What is written into the files that an agent obeys: settings, or notes that steer it. */
import { hostOf } from "../hosts.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";
import { anyUrl } from "../tables/addresses.ts";
import { agentSettingsFiles, steeringWords } from "../tables/agent-files.ts";
import { anyOf, lines } from "../tables/compile.ts";
import type { Fact } from "./facts.ts";

const isSettings = anyOf(lines(agentSettingsFiles));
const steers = anyOf(lines(steeringWords));
/** Characters of a script before and after the write that may hold the text. */
const before = 300;
const after = 600;

/** Which row a write into an agent's file is: `agent-settings-write`, `agent-note-steers`, or `agent-write`. */
export function agentWriteRow({ detail, artefact, start, end }: Fact, skill: Skill): string {
  const near = artefact.text.slice(Math.max(0, start - before), end + after);
  if (isSettings.test(detail) && !isOwnPlace(detail, skill))
    return isHarmless(artefact.text.slice(start, end + after)) ? "agent-write" : "agent-settings-write";
  const written = artefact.language === "markdown" ? artefact.text.slice(start, end) : near;
  const isSteering = steers.test(written) || namesForeignHost(written, skill);
  if (isSteering) return "agent-note-steers";
  const isForAll = isNote.test(detail) && inHome.test(artefact.language === "markdown" ? detail : near);
  return isForAll ? "agent-settings-write" : "agent-write";
}

/** The agent's own notes, in the home folder: they hold for every project. */
const isNote = /\.(?:claude|codex|gemini)\/(?:CLAUDE|AGENTS|GEMINI)\.md$/i;
const inHome = /~\/|\$\{?HOME\b|\bhome\(|homedir|Dir\.home|expanduser|USERPROFILE/i;

/** Settings that are written out here and decide nothing: a language, a theme. */
function isHarmless(command: string): boolean {
  const [, body] =
    /<<-?\s{0,3}["']?(\w{2,20})["']?[^\n]{0,80}\n([\s\S]{0,500}?)\n\1\b/.exec(command)?.slice(1) ?? [];
  return (
    body !== undefined && !/hook|command|server|permission|allow|approv|env|url|bypass|trust/i.test(body)
  );
}

/** The folder of the skill itself, where skills live. */
function isOwnPlace(path: string, { declared }: Skill): boolean {
  return declared.name !== "" && path.includes(`skills/${declared.name}`);
}

function namesForeignHost(text: string, skill: Skill): boolean {
  return [...text.matchAll(anyUrl)].some(([url]) => {
    const place = placeOf(url, skill);
    return hostOf(url) !== "" && (place === "undeclared" || place === "anonymous");
  });
}
