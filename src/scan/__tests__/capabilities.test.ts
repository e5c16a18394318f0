/** What a report says that a skill can do: in the author's words where they are written out, without parser leftovers. */
import { describe, expect, it } from "vitest";
import { commandOf, hostsIn, packagesIn, pathOf } from "../code/capability-details.ts";
import { scanSkill } from "../engine.ts";
import type { Capability } from "../report.ts";
import { type Example, skillOf } from "./skill.ts";

const details = (example: Example, kind: Capability["kind"]): string[] =>
  scanSkill(skillOf(example), { digest: "d" })
    .capabilities.filter((one) => one.kind === kind)
    .map(({ detail }) => detail);

describe("a path", () => {
  it.each([
    ["notes/out.txt", "notes/out.txt"],
    [".env", ".env"],
    ["$HOME/.config/tool", "~/.config/tool"],
    [`$\{HOME}/.config/tool`, "~/.config/tool"],
    ["$()/out.json", "<computed>/out.json"],
    ["$(mktemp)", "<computed>"],
    ["$OUT/run-$i.log", "<computed>/run-<computed>.log"],
    [`$\{1:?Usage: run {a} {b}}/$\{2}`, "<computed>"],
    ["{album}/cover.png", "<computed>/cover.png"],
    ["Makefile", "Makefile"],
  ])("%s is shown as %s", (written, shown) => {
    expect(pathOf(written, "script")).toBe(shown);
  });

  it.each(["12", "}", "}}...{{", "2.5", "100,000,000", "=", "id,", "...", "B:", "AFL_FAST_CAL=1", "~16K"])(
    "%s is none",
    (written) => {
      expect(pathOf(written, "script")).toBe("");
    },
  );

  it("in a sentence is the path that it names", () => {
    expect(pathOf("Existing settings found at ~/.config/mail/.env", "script")).toBe("~/.config/mail/.env");
    expect(pathOf("Blocked because it is protected", "script")).toBe("");
  });

  it("of one word is one in a script, and a word in a document", () => {
    expect(pathOf("ingest", "script")).toBe("ingest");
    expect(pathOf("ingest", "document")).toBe("");
  });
});

describe("a host", () => {
  it.each([
    ["host}", "host"],
    [`$\{rpc:-https://rpc.example-chain.io}`, "rpc.example-chain.io"],
    ["api.example.io", "api.example.io"],
    ["api.example.io:8443", "api.example.io:8443"],
    ["[::1]", "[::1]"],
    ["{region}.api.example.io", "<computed>.api.example.io"],
    ["$host", "<computed>"],
    ["Content-Type", ""],
  ])("%s is shown as %j", (written, shown) => {
    expect(hostsIn(written).join(" ")).toBe(shown);
  });
});

describe("a command", () => {
  it.each([
    ["git diff '{}' '{}'", "git diff <computed>"],
    ["'{}' -m venv .venv", "<computed> -m venv .venv"],
    ["'{}' '{}'", "<computed>"],
    ["AFL_FAST_CAL=1 afl-fuzz -i in", "afl-fuzz -i in"],
    ["AFL_FAST_CAL=1", ""],
    ["}", ""],
    ["--output", ""],
    ["jq .name $()", "jq .name <computed>"],
  ])("%s is shown as %j", (written, shown) => {
    expect(commandOf(written)).toBe(shown);
  });
});

describe("packages", () => {
  it.each([
    ["pillow imageio numpy", ["pillow", "imageio", "numpy"]],
    ["install requests", ["requests"]],
    ["-q -r requirements.txt", ["requirements.txt"]],
    ["clang-{version}", ["clang-<computed>"]],
    ["@scope/tool@1.2.0", ["@scope/tool@1.2.0"]],
    ["'uvicorn[standard]>=0.30'", ["uvicorn[standard]>=0.30"]],
    ["'reader[pdf,docx]' writer,printer", ["reader[pdf,docx]", "writer", "printer"]],
    [". && }", []],
  ])("%s is a list", (written, shown) => {
    expect(packagesIn(written)).toEqual(shown);
  });
});

describe("the capabilities of a skill", () => {
  it("list each tool by itself", () => {
    const skill =
      "---\nname: a\ndescription: Lists files.\nallowed-tools: Read, Bash(git add:*, git log:*)\n---\nGo.\n";
    expect(details(skill, "tool")).toEqual(["Bash(git add:*, git log:*)", "Read"]);
  });

  it("have hosts without the braces of a default value", () => {
    const script = `curl -s "$\{RPC:-https://rpc.chain-notes.io}/v1" > out.json\n`;
    expect(details({ "a.sh": script }, "network")).toEqual(["rpc.chain-notes.io"]);
  });

  it("have commands that delete or lock files", () => {
    const skill = {
      "SKILL.md": "Run `sh scripts/clean.sh`.\n",
      "scripts/clean.sh": "find . -type f -delete\n",
    };
    expect(details(skill, "shell")).toContain("find . -type f -delete");
  });

  it("name no loop variable, number or bracket as a file", () => {
    const shown = details({ "a.sh": 'echo "$1" > "$OUT/$2.txt"\necho 3 > 12\necho x > }\n' }, "file-write");
    expect(shown).toEqual(["<computed>/<computed>.txt"]);
  });

  it("say that Write in allowed-tools declares the files that are written", () => {
    const skill = (tools: string) => ({
      "SKILL.md": `---\nname: a\ndescription: Lists files.\nallowed-tools: ${tools}\n---\nRun list.sh.\n`,
      "list.sh": "ls > list.txt\n",
    });
    const declared = (tools: string) =>
      scanSkill(skillOf(skill(tools)), { digest: "d" }).capabilities.find(({ kind }) => kind === "file-write")
        ?.declared;
    expect(declared("Read Write")).toBe(true);
    expect(declared("Read")).toBe(false);
  });
});
