/**
 * Before the e2e tests: what they share is made once. Two files that start at once would otherwise install the clients into
 * one folder, and one would start the browser while the other unpacks it.
 */
import { ensureBuild } from "../../cli/embedded/build.ts";
import { browserExecutable } from "./browser.ts";

export default async function prepare(): Promise<void> {
  await browserExecutable();
  await ensureBuild();
}
