/** The first start on a terminal, as a user sees it. */
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { hasTerminals, startServer } from "../support/start-server.ts";

/** The lines that stay on the screen. A progress line ends with a carriage return and is overwritten. */
const linesOnScreen = (output: string) =>
  stripVTControlCharacters(output)
    .split(/\r?\n/)
    .map((line) => line.split("\r").at(-1) ?? "");

it("a first start shows progress, address, admin token, next steps and the result of each example", async ({
  skip,
}) => {
  skip(!hasTerminals(), "needs `script` of util-linux to create a terminal");
  await using server = await startServer({ onTerminal: true, examples: true });
  await server.waitForOutput(/published.*sql-review/);
  await server.waitForOutput(/rejected.*text-polisher/);
  const { code, output } = await server.stop();
  const lines = linesOnScreen(output);
  for (const step of ["Building the Worker…", "Preparing the database…", "Submitting the example skills…"]) {
    expect(output).toContain(step);
    expect(lines).not.toContain(step);
  }
  expect(lines).toEqual(
    expect.arrayContaining([
      `vskill-platform ${manifest.version}`,
      `  address      ${server.url}`,
      `  data         ${server.dataDir}`,
      `  admin token  ${server.adminToken}`,
      `  next         open ${server.url} in a browser`,
      "✓ published vskill-examples/uploads/sql-review 1.0.0",
      expect.stringMatching(/^✗ rejected vskill-examples\/\S*text-polisher: (?:static|deep) analysis found/),
    ]),
  );
  expect(lines.filter((line) => line.startsWith("{"))).toEqual([]);
  expect(code).toBe(0);
});
