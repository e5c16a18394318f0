import { describe, expect, it } from "vitest";
import { fuzz, tarTarget, urlTarget, yamlTarget, zipTarget } from "../../../../test/support/fuzz-targets.ts";

const COUNT = 10_000;
/** Fixed, so that a failure is reproducible. `npm run fuzz` looks for new ones. */
const SEED = 20_260_730;

describe(`${COUNT} inputs without a crash, a hang over 100 ms or a file outside the skill`, () => {
  it.each([
    ["tar", () => fuzz(tarTarget, COUNT, SEED), "read", "PATH_UNSAFE"],
    ["zip", () => fuzz(zipTarget, COUNT, SEED), "read", "ARCHIVE_HEADER_MISMATCH"],
    ["yaml", () => fuzz(yamlTarget, COUNT, SEED), "read", "refused"],
    ["url", () => fuzz(urlTarget, COUNT, SEED), "github", "ADDRESS_REFUSED"],
  ])("%s", async (_name, run, good, bad) => {
    const marks = await run();
    // Fuzzing proves nothing if the reader refuses every input at once.
    expect(marks.get(good)).toBeGreaterThan(COUNT / 100);
    expect(marks.get(bad)).toBeGreaterThan(COUNT / 100);
  });
});
