import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");

describe("npm ci", () => {
  it("runs no code of an installed package: npm runs only the install scripts that the lock file marks", () => {
    // After a change of dependencies: sed -i '/"hasInstallScript": true,/d' package-lock.json
    expect(read("package-lock.json")).not.toContain("hasInstallScript");
  });

  it.each(["bench", "scripts", "test/e2e"])("runs none in %s either", (folder) => {
    expect(read(`${folder}/.npmrc`)).toContain("ignore-scripts=true");
  });
});
