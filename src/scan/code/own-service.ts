/** Hosts that a skill has a key for: the key's name begins with the name of the host's owner. */
import { hostKind } from "../hosts.ts";
import { registrableOf } from "../registrable.ts";
import type { Skill } from "../skill.ts";

const named = new WeakMap<Skill, ReadonlySet<string>>();
const keyName =
  /\b([A-Z][A-Z0-9]{2,30})_(?:[A-Z0-9]{1,20}_){0,3}(?:KEY|TOKEN|SECRET|PASSWORD|PAT|URL|HOST|BASE)\b/g;
const mostOwners = 200;

function ownersIn(skill: Skill): ReadonlySet<string> {
  const known = named.get(skill);
  if (known !== undefined) return known;
  const owners = new Set<string>();
  for (const { role, artefact, text } of skill.blocks) {
    if (role === "hidden" || artefact.origin === "decoded") continue;
    for (const [, owner = ""] of text.matchAll(keyName))
      if (owners.size < mostOwners) owners.add(owner.toLowerCase());
  }
  named.set(skill, owners);
  return owners;
}

/** `ACME_API_KEY` for api.acme.com. A much-used service has known hosts of its own: another host is not its. */
export function isOwnService(host: string, skill: Skill): boolean {
  const label = registrableOf(host)?.split(".")[0] ?? "";
  const [first = ""] = label.split("-");
  return [...ownersIn(skill)].some((owner) => {
    const fits =
      owner === label.replaceAll("-", "") || owner === first || (owner.length > 4 && label.startsWith(owner));
    return fits && !["com", "ai", "io"].some((end) => hostKind(`${owner}.${end}`) === "well-known");
  });
}
