/** The real clients against one server. Tests that need their own registry are in clients-npm-mcp.test.ts. */
import { afterAll, beforeAll, describe } from "vitest";
import { server, start } from "./clients/server.ts";

beforeAll(start);
afterAll(() => server[Symbol.asyncDispose]());

describe("our own", async () => void (await import("./clients/own.ts")));
describe("clawhub", async () => void (await import("./clients/clawhub.ts")));
describe("skills", async () => void (await import("./clients/skills.ts")));
