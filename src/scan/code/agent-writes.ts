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
  if (isSettings.test(detail) && !isOwnPlace(detail, skill)) return "agent-settings-write";
  const near = artefact.text.slice(Math.max(0, start - before), end + after);
  const written = artefact.language === "markdown" ? artefact.text.slice(start, end) : near;
  const isSteering = steers.test(written) || namesForeignHost(written, skill);
  return isSteering ? "agent-note-steers" : "agent-write";
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
