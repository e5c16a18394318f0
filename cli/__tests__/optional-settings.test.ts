import { describe, expect, it } from "vitest";
import { problemsOf, settingsOf } from "./serve-settings.ts";

describe("optional settings: sign-in, external scanners, the DNS resolver and retention", () => {
  it("of the DNS resolver reach the Worker, and a resolver on a private address is allowed", () => {
    const env = { DNS_RESOLVER_URL: "http://10.0.0.53/dns-query" };
    const settings = settingsOf([], env);
    expect(settings.workerVariables).toEqual(env);
    expect(settings.privateHosts).toEqual(["10.0.0.53"]);
  });

  it("of the sign-in reach the Worker, and a GitHub server on a private address is allowed", () => {
    const env = {
      GITHUB_URL: "http://10.0.0.9:3000",
      GITHUB_CLIENT_ID: "Iv1.abc",
      GITHUB_CLIENT_SECRET: "0123456789abcdef",
      ADMIN_GITHUB_USERS: "octocat, id:583231,login:42, hubot_corp",
    };
    const settings = settingsOf([], env);
    expect(settings.workerVariables).toEqual(env);
    expect(settings.privateHosts).toEqual(["10.0.0.9"]);
  });

  it("of scanners and retention reach the Worker, and a scanner on a private address is allowed", () => {
    const env = {
      EXTERNAL_SCANNERS: '[{"name":"semgrep","url":"http://10.0.0.5:9000/scan"},{"name":"trufflehog"}]',
      WEBHOOK_SECRET: "0123456789abcdef",
      RETENTION_DAYS: "7",
    };
    const settings = settingsOf([], env);
    expect(settings.workerVariables).toEqual(env);
    expect(settings.privateHosts).toEqual(["10.0.0.5"]);
  });

  it.each([
    [{ EXTERNAL_SCANNERS: '[{"name":"Semgrep!"}]' }, /EXTERNAL_SCANNERS/],
    [{ EXTERNAL_SCANNERS: "semgrep" }, /EXTERNAL_SCANNERS/],
    [{ DNS_RESOLVER_URL: "dns://resolver" }, /DNS_RESOLVER_URL/],
    [{ WEBHOOK_SECRET: "short" }, /WEBHOOK_SECRET/],
    [{ GITHUB_CLIENT_ID: "Iv1.abc" }, /GITHUB_CLIENT_SECRET/],
    [{ GITHUB_CLIENT_SECRET: "0123456789abcdef" }, /GITHUB_CLIENT_ID/],
    [{ GITHUB_URL: "github.com" }, /GITHUB_URL/],
    [{ ADMIN_GITHUB_USERS: "octo cat" }, /ADMIN_GITHUB_USERS/],
    [{ ADMIN_GITHUB_USERS: "user:octocat" }, /ADMIN_GITHUB_USERS/],
    [{ ADMIN_GITHUB_USERS: "id:octocat" }, /ADMIN_GITHUB_USERS/],
    [{ ADMIN_GITHUB_USERS: "octocat, 583231" }, /write id:583231 .*or login:583231/],
    [{ RETENTION_DAYS: "0" }, /RETENTION_DAYS/],
    [{ RETENTION_DAYS: "a month" }, /RETENTION_DAYS/],
  ])("L47: an invalid value prevents the start: %j", (env, variable) => {
    expect(problemsOf([], env).join()).toMatch(variable);
  });
});
