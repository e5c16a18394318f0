import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { WAIT_LIMIT_MS } from "./test/support/wait-limit.ts";

const migrations = await readD1Migrations("./migrations");

/** Keeps the log and the console of every test out of the runner. */
const quiet = "test/support/quiet.ts";

/** Builds the Worker and installs the clients before the first e2e test. */
const e2eTools = "test/support/e2e-tools.ts";

/** Tests in files with this name belong to the `slow-…` project of their kind, which only `npm run test:slow` runs. */
const slow = "**/*.slow.test.ts";

/** Only ends what hangs. Tests assert no elapsed time: the benchmarks measure it. */
const limit = 300_000;

/** Scans in Node what the parity test scans in workerd. */
async function reportsOfNode(): Promise<Response> {
  const script = `${import.meta.dirname}/scripts/scan-parity.ts`;
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 1 << 28 });
  return new Response(stdout);
}

const inWorkerd = () => ({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: "./wrangler.jsonc" },
      remoteBindings: false,
      miniflare: {
        cf: false,
        // Tests use no network: what they do not stub is answered here.
        outboundService: () => new Response("Tests use no network.", { status: 502 }),
        kvNamespaces: { SUBMISSIONS_KV: "main", OTHER_KV: "other" },
        serviceBindings: { NODE_REPORTS: reportsOfNode },
        d1Databases: { DB: "main", OTHER_DB: "other" },
        bindings: { TEST_MIGRATIONS: migrations },
      },
    }),
  ],
});

const workerSetup = [quiet, "test/worker/setup.ts"];

/**
 * `unit`: pure code, in Node. `integration`: Node with local servers. `worker`: inside workerd, with real bindings.
 * `e2e`: the started server and real clients. `slow-unit`, `slow-worker`, `slow-e2e`: long matrices, fuzzing and sweeps.
 */
export default defineConfig({
  test: {
    // Two also on two cores, where the default would be one.
    maxWorkers: 2,
    projects: [
      project("unit", { include: ["{src,cli}/**/__tests__/**/*.test.ts", "test/unit/**/*.test.ts"] }),
      project("integration", { include: ["test/integration/**/*.test.ts"] }),
      {
        ...inWorkerd(),
        ...project("worker", { include: ["test/worker/**/*.test.ts"], setupFiles: workerSetup }),
      },
      project("e2e", { include: ["test/e2e/**/*.test.ts"], globalSetup: [e2eTools] }),
      project("slow-unit", { include: [`{src,cli,test/unit,test/integration}/${slow}`] }),
      {
        ...inWorkerd(),
        ...project("slow-worker", { include: [`test/worker/${slow}`], setupFiles: workerSetup }),
      },
      project("slow-e2e", { include: [`test/e2e/${slow}`], globalSetup: [e2eTools] }),
    ],
    coverage: {
      provider: "istanbul",
      include: ["src/**/*.{ts,tsx}"],
      exclude: ["src/**/__tests__/**", "src/client/**", "src/env.ts"],
      reporter: ["text-summary", "html"],
      thresholds: { lines: 90 },
    },
  },
});

interface Project {
  readonly include: string[];
  readonly setupFiles?: string[];
  readonly globalSetup?: string[];
}

function project(name: string, { include, setupFiles = [quiet], globalSetup = [] }: Project) {
  const exclude = ["**/node_modules/**", ...(name.startsWith("slow-") ? [] : [slow])];
  return {
    test: {
      name,
      include,
      exclude,
      setupFiles,
      globalSetup,
      testTimeout: limit,
      hookTimeout: limit,
      expect: { poll: { timeout: WAIT_LIMIT_MS } },
    },
  };
}
