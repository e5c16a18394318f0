/** Layer 5: what the registry knows of others. Runs only where its data is at hand. */
import { addedActs, lineAt } from "../code/added-acts.ts";
import { originalsOf } from "../code/originals.ts";
import { hostOf } from "../hosts.ts";
import { anyUrl } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";
import { distanceIsOne } from "../spelling.ts";

export const registryRules: RuleFamily = {
  id: "registry",
  title: "Known-bad hosts, look-alike names, changed copies",
  rules: [
    {
      id: "T16-look-alike-name",
      version: 1,
      title: "Name that differs by a letter from another's",
      category: "T16",
      severity: "medium",
      confidence: 0.6,
      kind: "suspicious",
      layer: "deep",
      detect: {
        kind: "code",
        *run(context) {
          const artefact = context.artefacts.find((one) => one.role === "manifest");
          const { name } = context.declared;
          if (artefact === undefined || name.length < 5) return;
          for (const other of context.registry.otherNames ?? []) {
            if (other !== name && distanceIsOne(name, other))
              yield {
                artefact,
                start: 0,
                end: 1,
                message: `The name ${name} differs by one letter from ${other}.`,
              };
          }
        },
      },
      message: "The name differs by one letter from another publisher's skill.",
      advice: "Choose a name of its own.",
      references: [],
    },
    {
      id: "T16-changed-copy",
      version: 1,
      title: "Another's skill with a step added",
      category: "T16",
      severity: "medium",
      confidence: 0.7,
      kind: "suspicious",
      layer: "deep",
      detect: {
        kind: "code",
        // One finding, whatever is added: several would add up to a failure, and a copy is for a person to look at.
        *run(context) {
          const originals = originalsOf(context);
          const acts = originals === undefined ? [] : addedActs(context, originals);
          const [first] = acts;
          if (originals === undefined || first === undefined) return;
          const { slug, share } = originals.without(lineAt(first.artefact.text, first.start));
          yield {
            artefact: first.artefact,
            start: first.start,
            end: first.start + 1,
            message: `${Math.round(share * 100)} % of the lines are those of ${slug}, which does not have this: ${first.note}.`,
            path: acts.map(({ artefact, line, note }) => ({ file: artefact.path, line, note })),
          };
        },
      },
      message: "The skill is a copy of another publisher's and adds something that acts.",
      advice: "Say in the description what was copied and why this was added, or publish the addition alone.",
      references: [],
    },
    {
      id: "T16-known-bad-content",
      version: 1,
      title: "Content known as malware",
      category: "T16",
      severity: "critical",
      confidence: 0.99,
      kind: "malicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          const artefact = context.artefacts.find((one) => one.role === "manifest") ?? context.artefacts[0];
          if (artefact !== undefined && (context.registry.knownBadDigests ?? []).includes(context.digest))
            yield { artefact, start: 0, end: 1 };
        },
      },
      message: "The same content was taken down as malicious.",
      advice: "Remove it.",
      references: [],
    },
    {
      id: "T06-known-bad-host",
      version: 1,
      title: "Host known from malware",
      category: "T06",
      severity: "critical",
      confidence: 0.97,
      kind: "malicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          const bad = new Set(context.registry.knownBadHosts ?? []);
          if (bad.size === 0) return;
          for (const block of context.blocks) {
            for (const match of block.text.matchAll(anyUrl.pattern)) {
              if (bad.has(hostOf(match[0])))
                yield {
                  artefact: block.artefact,
                  start: block.start + match.index,
                  end: block.start + match.index + match[0].length,
                };
            }
          }
        },
      },
      message: "The skill names a host that malware used.",
      advice: "Remove it.",
      references: [],
    },
  ],
};
