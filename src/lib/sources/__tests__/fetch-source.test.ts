import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeGithub } from "../../../../test/support/fake-github.ts";
import { refusalOf } from "../../../../test/support/skill-files.ts";
import { goodSkill } from "../../../../test/support/skills.ts";
import { withSourceEnv } from "../../../../test/support/source-env.ts";
import type { SourceRef } from "../../../domain/source-ref.ts";
import { discoverAndFetch } from "../fetch-source.ts";

const repository: SourceRef = {
  kind: "github",
  url: "https://github.com/acme/slow",
  owner: "acme",
  repo: "slow",
  ref: null,
  path: "",
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Lists and fetches from a host on which each tarball takes `tarballMs`. */
function fetchSlowly(tarballMs: number, limitMs: number) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const github = fakeGithub({ "acme/slow": goodSkill("notes") });
  vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
    if (url.pathname.includes("/tarball/")) vi.advanceTimersByTime(tarballMs);
    init.signal?.throwIfAborted();
    return github(url);
  });
  return withSourceEnv({ LIMIT_SOURCE_MS: String(limitMs) }, () =>
    discoverAndFetch(repository, ({ skills }) => skills[0]),
  );
}

describe("listing a source and fetching a skill from it", () => {
  it("share one LIMIT_SOURCE_MS", async () => {
    expect(await refusalOf(() => fetchSlowly(700, 1_000))).toBe("SOURCE_TIMEOUT");
    const { fetched } = await fetchSlowly(400, 1_000);
    expect(fetched?.skills).toMatchObject([{ path: "" }]);
  });
});
