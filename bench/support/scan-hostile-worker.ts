/** Scans inputs that are made to be slow, one after the other, and reports the CPU time of this thread for each. */
import { parentPort } from "node:worker_threads";
import { hostile } from "../../src/scan/__tests__/hostile-inputs.ts";
import { skillOf } from "../../src/scan/__tests__/skill.ts";
import { scanSkill } from "../../src/scan/engine.ts";

const times = Object.entries(hostile).map(([name, make]) => {
  const files = skillOf(make());
  const before = process.threadCpuUsage();
  scanSkill(files, { digest: name });
  const { user, system } = process.threadCpuUsage(before);
  return [name, (user + system) / 1e6] as const;
});
parentPort?.postMessage(times);
