import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

const migrations = await readD1Migrations("./migrations");

/** Files at once where each has an isolate of its own: two also on two cores, where the default would be one. */
const maxWorkers = 2;

/** Keeps the log and the console of every test out of the runner. */
const quiet = "test/support/quiet.ts";

/**
 * Three projects: `unit` (Node, fakes that refuse what production refuses), `worker` (inside workerd, real
 * bindings), `e2e` (the started server and real clients).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          maxWorkers,
          testTimeout: 60_000,
          environment: "node",
          setupFiles: [quiet],
          include: [
            "src/**/__tests__/**/*.test.ts",
            "cli/**/__tests__/**/*.test.ts",
            "test/unit/**/*.test.ts",
            "test/integration/**/*.test.ts",
          ],
        },
      },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.jsonc" },
            remoteBindings: false,
            miniflare: {
              cf: false,
              kvNamespaces: { SUBMISSIONS_KV: "main", OTHER_KV: "other" },
              d1Databases: { DB: "main", OTHER_DB: "other" },
              bindings: { TEST_MIGRATIONS: migrations },
            },
          }),
        ],
        // Generous: a slow machine is not a broken promise; what must be quick is measured by the benchmarks.
        test: {
          testTimeout: 60_000,
          name: "worker",
          maxWorkers,
          include: ["test/worker/**/*.test.ts"],
          setupFiles: [quiet, "test/worker/setup.ts"],
        },
      },
      {
        // One at a time, after the others: each starts servers, browsers and clients of its own.
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          setupFiles: [quiet],
          sequence: { groupOrder: 1 },
        },
      },
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
