import { env, reset } from "cloudflare:test";
import { describe } from "vitest";
import { submissionStoreSuite } from "../support/submission-store-suite.ts";

describe("submission store, inside workerd on the real binding", () => {
  submissionStoreSuite(async () => {
    await reset();
    return {
      kv: env.SUBMISSIONS_KV,
      seed: async (records) => {
        for (let start = 0; start < records.length; start += 250) {
          await Promise.all(
            records
              .slice(start, start + 250)
              .map(({ key, value, metadata }) =>
                env.SUBMISSIONS_KV.put(key, value, metadata === undefined ? {} : { metadata }),
              ),
          );
        }
      },
    };
  });
});
