/** Equal findings become one, which names all its places; flows are written with an arrow. */
import { describe, expect, it } from "vitest";
import { actMessage, arrowOf } from "../flow-message.ts";
import { grouped } from "../group.ts";
import { scoreOf } from "../score.ts";
import { aFinding } from "./a-finding.ts";

const suspicious = { kind: "suspicious", severity: "medium", confidence: 0.7 } as const;

describe("equal findings", () => {
  it("are one finding with further places", () => {
    const found = [aFinding(), aFinding({ file: "b.md", line: 3 }), aFinding({ file: "c.md", line: 4 })];
    expect(grouped(found)).toEqual([
      aFinding({
        places: [
          { file: "b.md", line: 3 },
          { file: "c.md", line: 4 },
        ],
      }),
    ]);
  });

  it("stay apart where the rule or the message differs", () => {
    const found = [aFinding(), aFinding({ ruleId: "T06-example" }), aFinding({ message: "Sends the mail." })];
    expect(grouped(found)).toHaveLength(3);
  });

  it("show the surest place, and the place before it as a further one", () => {
    const [group] = grouped([aFinding({ confidence: 0.2, file: "test/a.md" }), aFinding({ file: "b.md" })]);
    expect(group).toMatchObject({
      file: "b.md",
      confidence: 0.9,
      places: [{ file: "test/a.md", line: 7 }],
    });
  });

  it("of one suspicion weigh as much as the suspicion said once", () => {
    const found = Array.from({ length: 5 }, (_, i) => aFinding({ ...suspicious, line: i + 1 }));
    expect(scoreOf(grouped(found))).toBe(scoreOf(found));
  });

  it("of one line are named once", () => {
    expect(grouped([aFinding(), aFinding({ column: 9 })])[0]?.places).toEqual([]);
  });
});

describe("a flow", () => {
  const path = [
    { file: "scripts/preflight.py", line: 9, note: ".env is read" },
    { file: "scripts/preflight.py", line: 23, note: "sent" },
  ];

  it("is written from source to sink, with each file once", () => {
    expect(arrowOf(path)).toBe("scripts/preflight.py:9 → :23");
    expect(arrowOf([{ file: "a.py", line: 1, note: "" }, ...path])).toBe(
      "a.py:1 → scripts/preflight.py:9 → :23",
    );
  });

  it("follows the message of its finding", () => {
    const [finding] = grouped([aFinding({ path, file: "scripts/preflight.py", line: 23 })]);
    expect(finding?.message).toBe("Sends the notes (scripts/preflight.py:9 → :23).");
  });

  it("has no arrow where its steps are no flow to the finding, or stand in one line", () => {
    const [list] = grouped([aFinding({ path, file: "other.md", line: 1 })]);
    expect(list?.message).toBe("Sends the notes.");
    const line = [path[1], path[1]].filter((step) => step !== undefined);
    const [short] = grouped([aFinding({ path: line, file: "scripts/preflight.py", line: 23 })]);
    expect(short?.message).toBe("Sends the notes.");
  });

  it("counts once, whichever lines its equal ones run over", () => {
    const second = path.map((step) => ({ ...step, line: step.line + 40 }));
    const found = [
      aFinding({ ...suspicious, path, file: "scripts/preflight.py", line: 23 }),
      aFinding({ ...suspicious, path: second, file: "scripts/preflight.py", line: 63 }),
    ];
    expect(grouped(found)).toHaveLength(1);
  });
});

describe("the message of an act", () => {
  it("names act, object and host", () => {
    expect(actMessage({ act: "Sends", object: "the contents of .env", to: "collect.example.net" })).toBe(
      "Sends the contents of .env to collect.example.net.",
    );
    expect(actMessage({ act: "Runs", object: "a script", from: "cdn.example.net" })).toBe(
      "Runs a script from cdn.example.net.",
    );
  });

  it("says that a host is not known instead of leaving a gap", () => {
    expect(actMessage({ act: "Sends", object: "the notes", to: "" })).toBe(
      "Sends the notes to a host that the program computes.",
    );
  });
});
