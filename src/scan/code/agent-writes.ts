/** What is written into the files that an agent obeys: settings, or notes that steer it. */
import type { Block } from "../document/block.ts";
import { settingFacts } from "../document/setting-facts.ts";
import { settingsIn } from "../document/settings.ts";
import { hostOf } from "../hosts.ts";
import { languageOf } from "../language.ts";
import { placeOf } from "../places.ts";
import type { Skill } from "../skill.ts";
import { anyUrl } from "../tables/addresses.ts";
import { agentSettingsFiles, steeringWords } from "../tables/agent-files.ts";
import { anyOf, lines } from "../tables/compile.ts";
import { hereDocuments } from "../views/embedded.ts";
import type { Fact } from "./facts.ts";

const isSettings = anyOf(lines(agentSettingsFiles));
const steers = anyOf(lines(steeringWords));
/** Characters of a script before and after the write that may hold the text. */
const before = 300;
const after = 600;

/** Which row a write into an agent's file is: `agent-settings-write`, `agent-note-steers`, or `agent-write`. */
export function agentWriteRow(fact: Fact, skill: Skill): string {
  const { detail, artefact, start, end } = fact;
  const near = artefact.text.slice(Math.max(0, start - before), end + after);
  if (isSettings.test(detail) && !isOwnPlace(detail, skill))
    return isHarmless(fact, skill) ? "agent-write" : "agent-settings-write";
  const written = artefact.language === "markdown" ? artefact.text.slice(start, end) : near;
  const isSteering = steers.test(written) || namesForeignHost(written, skill);
  if (isSteering) return "agent-note-steers";
  const isForAll = isNote.test(detail) && inHome.test(artefact.language === "markdown" ? detail : near);
  return isForAll ? "agent-settings-write" : "agent-write";
}

/** The agent's own notes, in the home folder: they hold for every project. */
const isNote = /\.(?:claude|codex|gemini)\/(?:CLAUDE|AGENTS|GEMINI)\.md$/i;
const inHome = /~\/|\$\{?HOME\b|\bhome\(|homedir|Dir\.home|expanduser|USERPROFILE/i;

/** What is written out here as settings, and as settings decides nothing that a person would want to know. */
function isHarmless({ artefact, start, end, detail }: Fact, skill: Skill): boolean {
  const text = artefact.text.slice(start, end + after);
  const [document] = hereDocuments(text);
  const body = document?.line.includes(detail) === true ? document.body : unescaped(literal.exec(text)?.[1]);
  const block: Block = {
    artefact,
    role: "config",
    language: languageOf(detail, body),
    start,
    end,
    text: body,
    lower: body.toLowerCase(),
    polarity: "assert",
    presented: "asserted",
    section: [],
  };
  const isRead = settingsIn(block).some(({ keys }) => keys.length > 0);
  // In the home folder, a program of the agent's is one of every project.
  if (!isRead || (inHome.test(detail) && startsOrGrants.test(body))) return false;
  return settingFacts({ ...skill, blocks: [block] }).every(({ place }) => place === "declared");
}

const startsOrGrants = /hook|command|server|permission|allow|approv|env|url|bypass|trust/i;

/** A call that writes one text, from its first brace to its last. */
const literal = /^[\w.]{1,80}\.write\w{0,12}\(\s{0,8}("\{(?:[^"\\]|\\.){0,4000}\}(?:\\n)?")\s{0,8}\)/;

function unescaped(said = '""'): string {
  try {
    return String(JSON.parse(said));
  } catch {
    return "";
  }
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
