/** Every hostile input ends, within two seconds of CPU for ten megabytes. `hostile.test.ts` has what is said of them. */
import { describe, expect, it } from "vitest";
import { scanSkill } from "../engine.ts";
import { hostile } from "./hostile-inputs.ts";
import { skillOf } from "./skill.ts";

/**
 * The promise is two seconds, which `npm run bench -- scan` measures. Here code is counted for coverage, which takes up to
 * twice the time, beside other tests and on a machine that others use too: what must fail is what grows faster than its
 * input, and that takes minutes rather than seconds.
 */
const cpuSeconds = 6;

describe("hostile inputs", () => {
  it.each(Object.entries(hostile))("%s", (_, make) => {
    const files = skillOf(make());
    const before = process.threadCpuUsage();
    const report = scanSkill(files, { digest: "d" });
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(cpuSeconds);
    expect(report.verdict === "PASS" && !report.complete).toBe(false);
  });
});
