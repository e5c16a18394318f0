import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");

interface LockedPackage {
  /** Only for some operating systems: one of several binaries. */
  readonly os?: string[];
}
const locked = (JSON.parse(read("package-lock.json")) as { packages: Record<string, LockedPackage> })
  .packages;

/** A few more than now. A new dependency that adds dozens needs a reason, or its own lock file. */
const MOST_PACKAGES = 330;

describe("npm ci", () => {
  it("runs no code of an installed package: npm runs only the install scripts that the lock file marks", () => {
    // After a change of dependencies: sed -i '/"hasInstallScript": true,/d' package-lock.json
    expect(read("package-lock.json")).not.toContain("hasInstallScript");
  });

  it(`installs at most ${MOST_PACKAGES} packages, binaries of one platform aside`, () => {
    const everywhere = Object.values(locked).filter(({ os }) => os === undefined);
    expect(everywhere.length).toBeLessThanOrEqual(MOST_PACKAGES);
  });

  it.each(["lighthouse", "autocannon", "recheck"])(
    "does not install %s: it is a tool of bench or scripts",
    (tool) => {
      expect(Object.keys(locked).filter((name) => name.split("/").includes(tool))).toEqual([]);
    },
  );

  it.each(["bench", "scripts", "test/e2e"])("runs none in %s either", (folder) => {
    expect(read(`${folder}/.npmrc`)).toContain("ignore-scripts=true");
  });
});
