/**
 * Prepares, before the e2e tests, the tools that they share. Otherwise two files that start at the same time would install
 * the clients into one folder, and one would start the browser while the other unpacks it.
 */
import { ensureBuild } from "../../cli/embedded/build.ts";
import { browserExecutable } from "./browser.ts";

export default async function prepare(): Promise<void> {
  await browserExecutable();
  await ensureBuild();
}
