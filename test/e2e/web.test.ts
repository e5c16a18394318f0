/**
 * The pages in one browser. Some parts share a registry. The others start their own, because they need only the examples
 * (reader), prepared data (operator) or sign-in with GitHub.
 */
import { afterAll, beforeAll, describe } from "vitest";
import { browser, startBrowser } from "./web/browser.ts";
import { startRegistry, stopRegistry } from "./web/registry.ts";

beforeAll(startBrowser);
afterAll(() => browser.close());

describe("in one registry", () => {
  beforeAll(startRegistry);
  afterAll(stopRegistry);
  describe("author", async () => void (await import("./web/author.ts")));
  describe("hostile", async () => void (await import("./web/hostile.ts")));
  describe("submit", async () => void (await import("./web/submit.ts")));
});
describe("reader", async () => void (await import("./web/reader.ts")));
describe("operator", async () => void (await import("./web/operator.ts")));
describe("sign-in", async () => void (await import("./web/sign-in.ts")));
