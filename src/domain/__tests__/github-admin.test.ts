import { describe, expect, it } from "vitest";
import { parseGithubAdmin } from "../github-admin.ts";

describe("an entry of ADMIN_GITHUB_USERS", () => {
  it.each([
    ["id:583231", "id:583231"],
    [" login:Octo-Cat ", "login:octo-cat"],
    ["octocat", "login:octocat"],
    ["hubot_corp", "login:hubot_corp"],
    ["login:583231", "login:583231"],
  ])("%s is %s", (text, entry) => {
    expect(parseGithubAdmin(text)).toBe(entry);
    expect(parseGithubAdmin(entry)).toBe(entry);
  });

  it.each([
    "583231",
    "",
    "id:",
    "id:octocat",
    "id:-1",
    "login:",
    "user:octocat",
    "octo cat",
    "id:1:2",
    "id:login:a",
  ])("%j names nobody", (text) => {
    expect(parseGithubAdmin(text)).toBeNull();
  });
});
