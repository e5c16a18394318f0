/** T25 programs and masked files, T26 names and paths. */
import type { Artefact } from "../artefact.ts";
import { baseName, extensionOf } from "../language.ts";
import { pieces } from "../lexicon.ts";
import type { RuleFamily } from "../rule.ts";
import { unverifiedBytecode } from "../views/bytecode.ts";

export const files: RuleFamily = {
  id: "files",
  title: "Programs, masked files, names",
  rules: [
    {
      id: "T25-opaque",
      version: 1,
      title: "Data that cannot be read",
      category: "T25",
      severity: "medium",
      confidence: 0.55,
      kind: "suspicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const artefact of context.artefacts) {
            const plain = /^(?:bin|dat|enc|data|blob|)$/.test(extensionOf(artefact.path));
            if (
              artefact.language === "binary" &&
              artefact.magic === undefined &&
              artefact.origin !== "decoded" &&
              plain &&
              artefact.bytes.length > 64
            )
              yield { artefact, start: 0, end: 1 };
          }
        },
      },
      message: "A file of unknown form: encrypted or packed, nobody can say what it holds.",
      advice: "Ship files in a known format.",
      references: [],
    },
    {
      id: "T25-program",
      version: 2,
      title: "Program or bytecode in the skill",
      category: "T25",
      severity: "high",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const artefact of context.artefacts) {
            const { magic } = artefact;
            if (
              magic === "elf" ||
              magic === "pe" ||
              magic === "macho" ||
              magic === "lnk" ||
              magic === "class"
            )
              yield {
                artefact,
                start: 0,
                end: 1,
                message: `A compiled program (${magic}) that cannot be read.`,
              };
            const unverified = unverifiedBytecode(artefact, context.artefacts);
            if (unverified !== undefined) yield { artefact, start: 0, end: 1, ...unverified };
          }
        },
      },
      message: "A compiled program that cannot be read.",
      advice: "Ship source, or name the program in its package registry.",
      references: [],
    },
    {
      id: "T25-masked-content",
      version: 1,
      title: "Content unlike its name",
      category: "T25",
      severity: "high",
      confidence: 0.8,
      kind: "suspicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          for (const artefact of context.artefacts) {
            const extension = extensionOf(artefact.path);
            const document = /^(?:docx|xlsx|pptx|odt|jar|pdf|png|jpe?g|gif|webp|ico|svg|mp[34])$/.test(
              extension,
            );
            const inside =
              artefact.parent !== undefined &&
              /\.(?:docx|xlsx|pptx|odt|png|jpe?g|gif|pdf)$/i.test(artefact.parent.path);
            if (
              artefact.origin === "archive" &&
              inside &&
              /^(?:sh|bash|py|js|ps1|bat|cmd|exe|vbs|command|scpt)$/.test(extension)
            )
              yield {
                artefact,
                start: 0,
                end: 1,
                message: `A script inside ${baseName(artefact.parent?.path ?? "")}.`,
              };
            if (
              document &&
              artefact.language !== "binary" &&
              extension !== "svg" &&
              artefact.text.startsWith("#!")
            )
              yield { artefact, start: 0, end: 2, message: `A script named .${extension}.` };
            if (
              /^(?:png|jpe?g|gif)$/.test(extension) &&
              /(?:#!\/bin\/|\bimport os\b|<script|powershell -|curl -|eval\()/.test(
                artefact.text.slice(-20_000),
              ) &&
              artefact.language === "binary"
            )
              yield { artefact, start: 0, end: 1, message: "Code after the end of a picture." };
          }
        },
      },
      message: "A file is not what its name says.",
      advice: "Name files for what they are.",
      references: [],
    },
    {
      id: "T25-double-extension",
      version: 1,
      title: "Double extension",
      category: "T25",
      severity: "medium",
      confidence: 0.7,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["prose", "code", "table"], polarity: ["assert", "teach"] },
      detect: {
        kind: "pattern",
        hints: pieces(".lnk|.scr|.exe|.vbs|.hta|.bat"),
        any: [
          /\b[\w-]{2,60}\.(?:pdf|docx?|xlsx?|jpe?g|png|mp[34]|txt|gif|zip)\.(?:lnk|exe|scr|vbs|hta|bat|cmd|js|ps1)\b/gi,
        ],
      },
      message: "A file name pretends to be a document and is a program.",
      advice: "Use one true extension.",
      references: ["MITRE T1036.007"],
    },
    {
      id: "T26-path-tricks",
      version: 1,
      title: "Paths that leave the skill or collide",
      category: "T26",
      severity: "critical",
      confidence: 0.95,
      kind: "malicious",
      layer: "static",
      detect: {
        kind: "code",
        *run(context) {
          const seen = new Map<string, Artefact>();
          for (const artefact of context.artefacts) {
            if (artefact.origin === "decoded") continue;
            const own =
              artefact.origin === "archive"
                ? artefact.path.slice(artefact.path.lastIndexOf("!") + 1)
                : artefact.path;
            if (/(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[A-Za-z]:[/\\]|[\u0000-\u001f]/.test(own))
              yield {
                artefact,
                start: 0,
                end: 1,
                message: `The path ${own.slice(0, 80)} leaves the skill's folder.`,
              };
            const folded = artefact.path.normalize("NFKC").toLowerCase();
            const other = seen.get(folded);
            // Two files that say the same are one file wherever they are.
            if (other !== undefined && other.path !== artefact.path && other.text !== artefact.text)
              yield {
                artefact,
                start: 0,
                end: 1,
                message: `The paths ${other.path} and ${artefact.path} are one file on some systems.`,
              };
            seen.set(folded, artefact);
          }
        },
      },
      message: "A path leaves the skill's folder or collides with another.",
      advice: "Use plain relative paths.",
      references: ["CWE-22"],
    },
  ],
};
