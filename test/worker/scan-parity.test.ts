/** Node and workerd create the same reports, byte for byte, for every example of every rule. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { exampleReports } from "../scan-examples.ts";

const reports = exampleReports();

/** Names of the examples whose reports differ: the reports themselves would be too long to read. */
function differences(others: Record<string, string>): string[] {
  const names = new Set([...Object.keys(reports), ...Object.keys(others)]);
  return [...names].filter((name) => reports[name] !== others[name]);
}

describe("reports of the examples", () => {
  it("are those that Node creates", async () => {
    const response = await env.NODE_REPORTS.fetch("http://node/");
    expect(differences(await response.json())).toEqual([]);
  });

  it("are the same in a second run", () => {
    expect(differences(exampleReports())).toEqual([]);
  });
});
