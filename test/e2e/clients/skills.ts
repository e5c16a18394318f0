import { existsSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { emptyFolder, readTree, runClient, treeOf } from "../../support/client-run.ts";
import { goodSkill } from "../../support/skills.ts";
import { operator, server } from "./server.ts";

const first = goodSkill("standup-minutes", { version: "1.0.0" });
const second = goodSkill("standup-minutes", { version: "1.1.0", body: "Also list who was there." });
const installed = (cwd: string, name: string) => path.join(cwd, ".claude", "skills", name);

beforeAll(async () => {
  for (const files of [first, second]) expect(await operator.publish("acme", files)).toBe("PUBLISHED");
  for (const name of ["one", "two"])
    expect(await operator.publish("pair", goodSkill(name, { body: name }))).toBe("PUBLISHED");
});

/**
 * The two versions in use. 1.5 runs on any Node, and prints a command with which the user updates skills that came from a
 * site. 1.7 needs Node 22.20 and updates automatically.
 */
const clients = [
  {
    version: "1.5.18",
    script: "skills/bin/cli.mjs",
    own: "five",
    updates: "by printing a command",
    findsNothing: "No skills found at this URL.",
  },
  {
    version: "1.7.4",
    script: "skills-1.7/bin/cli.mjs",
    own: "seven",
    updates: "automatically",
    findsNothing: "No skills found for the scoped path '/skills/acme/uploads/goes-away-seven'",
  },
].map(({ script, ...about }) => {
  const skills = (args: string[], cwd: string) =>
    runClient(script, args, { cwd, env: { SKILLS_API_URL: server.url } });
  const add = (scope: string, cwd: string) =>
    skills(["add", `${server.url}/skills/${scope}`, "-a", "claude-code", "-y"], cwd);
  return { ...about, skills, add };
});

describe.each(clients)(
  "skills $version, which updates $updates",
  ({ version, own, updates, findsNothing, skills, add }) => {
    it("finds and adds a skill, and installs exactly the scanned bytes", async () => {
      const cwd = emptyFolder();
      expect((await skills(["--version"], cwd)).output).toContain(version);
      const found = await skills(["find", "standup"], cwd);
      expect(found.output).toContain("standup-minutes");
      const added = await add("acme/uploads/standup-minutes", cwd);
      expect([added.code, added.output]).toEqual([0, expect.stringContaining("standup-minutes")]);
      expect(readTree(installed(cwd, "standup-minutes"))).toEqual(treeOf(second));
    });

    it("adds exactly the requested version", async () => {
      const cwd = emptyFolder();
      expect((await add("acme/uploads/standup-minutes@1.0.0", cwd)).code).toBe(0);
      expect(readTree(installed(cwd, "standup-minutes"))).toEqual(treeOf(first));
    });

    it("updates to a new version", async () => {
      const cwd = emptyFolder();
      const name = `updated-${own}`;
      const scope = `${server.url}/skills/acme/uploads/${name}`;
      const [old, newer] = [goodSkill(name), goodSkill(name, { body: "Also list who was there." })];
      expect(await operator.publish("acme", old)).toBe("PUBLISHED");
      await skills(["add", scope, "-g", "-a", "claude-code", "-y"], cwd);
      expect(readTree(installed(cwd, name))).toEqual(treeOf(old));
      expect(await operator.publish("acme", newer)).toBe("PUBLISHED");
      const { output } = await skills(["update", "-g", "-y"], cwd);
      if (updates === "by printing a command") {
        const printed = /npx skills (add \S+ -g -y)/.exec(stripVTControlCharacters(output))?.[1] ?? "";
        expect(printed).toBe(`add ${scope} -g -y`);
        expect((await skills([...printed.split(" "), "-a", "claude-code"], cwd)).code).toBe(0);
      }
      expect(readTree(installed(cwd, name))).toEqual(treeOf(newer));
    });

    it("installs nothing, not even another skill, from a scope that was taken down", async () => {
      const name = `goes-away-${own}`;
      expect(await operator.publish("acme", goodSkill(name))).toBe("PUBLISHED");
      expect((await add(`acme/uploads/${name}`, emptyFolder())).code).toBe(0);
      expect((await skills(["find", name], emptyFolder())).output).toContain(`uploads/${name}`);
      await operator.post(`/api/v1/admin/skills/acme/uploads/${name}/take-down`, { reason: "for the test" });
      const cwd = emptyFolder();
      const refused = await add(`acme/uploads/${name}`, cwd);
      expect(existsSync(path.join(cwd, ".claude"))).toBe(false);
      expect(existsSync(path.join(cwd, ".agents"))).toBe(false);
      expect(refused).toEqual({ code: 1, output: expect.stringContaining(findsNothing) });
      const found = await skills(["find", name], cwd);
      expect(found.output).not.toContain(`uploads/${name}`);
    });

    it("adds all skills in the scope of a repository", async () => {
      const cwd = emptyFolder();
      expect((await add("pair/uploads", cwd)).code).toBe(0);
      expect([existsSync(installed(cwd, "one")), existsSync(installed(cwd, "two"))]).toEqual([true, true]);
    });
  },
);
