import { expect, it } from "vitest";
import { consumePrinted } from "../support/quiet.ts";

it.each([
  ["log", () => console.log("a", 1)],
  ["dir", () => console.dir("a")],
  ["table", () => console.table(["a"])],
  ["group", () => console.group("a")],
  ["count", () => console.count("a")],
  ["trace", () => console.trace("a")],
  ["timeEnd", () => console.timeEnd("a")],
  ["assert", () => console.assert(false, "a")],
])("the runner's console gets nothing from console.%s", (method, print) => {
  print();
  expect(consumePrinted()).toEqual([expect.stringMatching(`^console\\.${method}: a`)]);
});

it.fails("a test that prints to the console fails", () => {
  console.log("a");
});

it.fails("a test that writes to stderr fails", () => {
  process.stderr.write("a");
});

it("an assertion that holds prints nothing", () => {
  console.assert(true, "a");
  expect(consumePrinted()).toEqual([]);
});

it("a write to stdout or stderr calls its callback and does not reach the test runner", async () => {
  await new Promise<void>((resolve) => process.stdout.write("out", () => resolve()));
  await new Promise<void>((resolve) => process.stderr.write("err", "utf8", () => resolve()));
  expect(consumePrinted()).toEqual(["process.stdout: out", "process.stderr: err"]);
});
