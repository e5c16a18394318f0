import { describe, expect, it } from "vitest";
import { sha256Hex } from "../embedded/settings.ts";
import { problemsOf, settingsOf } from "./serve-settings.ts";

describe("resolveSettings", () => {
  it("has a default for everything", () => {
    expect(settingsOf([])).toEqual({
      port: 8787,
      host: "127.0.0.1",
      dataDir: ".vskill",
      examples: true,
      json: false,
      adminTokenSha256: null,
      workerVariables: {},
      rateLimits: {},
      privateHosts: [],
    });
  });

  it("accepts every flag, in both spellings", () => {
    const expected = { port: 9000, host: "0.0.0.0", dataDir: "/srv/data", examples: false };
    expect(
      settingsOf(["--port", "9000", "--host", "0.0.0.0", "--data", "/srv/data", "--no-examples"]),
    ).toMatchObject(expected);
    expect(settingsOf(["--port=9000", "--host=0.0.0.0", "--data=/srv/data", "--no-examples"])).toMatchObject(
      expected,
    );
  });

  it("passes normalised variables to the Worker, and never the admin token itself", () => {
    const settings = settingsOf([], {
      ADMIN_TOKEN: "a-token-of-sixteen+",
      PUBLIC_URL: "https://skills.example.org/",
      TRUSTED_PROXY: "X-Forwarded-For",
      GITHUB_API_URL: "http://127.0.0.1:4000/api/v3/",
      GITHUB_TOKEN: "ghp_secret",
      ALLOW_HOSTS: " git.internal:3000 , [::1]:80,",
      PATH: "/bin",
    });
    expect(settings.workerVariables).toEqual({
      PUBLIC_URL: "https://skills.example.org",
      TRUSTED_PROXY: "X-Forwarded-For",
      GITHUB_API_URL: "http://127.0.0.1:4000/api/v3",
      GITHUB_TOKEN: "ghp_secret",
      ALLOW_HOSTS: "git.internal:3000,[::1]:80",
    });
    expect(settings.adminTokenSha256).toBe(sha256Hex("a-token-of-sixteen+"));
    expect(settings.privateHosts).toEqual(["127.0.0.1", "git.internal", "::1"]);
  });

  it("treats an empty variable as not set", () => {
    expect(settingsOf([], { ADMIN_TOKEN: "", PUBLIC_URL: "", ALLOW_HOSTS: "" })).toEqual(settingsOf([]));
  });

  it("lists every problem of flags and environment at once", () => {
    const env = {
      ADMIN_TOKEN: "short",
      PUBLIC_URL: "x",
      TRUSTED_PROXY: "a b",
      GITHUB_API_URL: "ftp://h",
      GITHUB_TOKEN: "a b",
    };
    const problems = problemsOf(["--port", "65536", "--host", "a b", "--wat"], {
      ...env,
      ALLOW_HOSTS: "h:99999",
    });
    const named = ["--port", "--host", "--wat", ...Object.keys(env), "ALLOW_HOSTS"];
    expect(problems).toHaveLength(named.length);
    for (const name of named)
      expect(
        problems.some((problem) => problem.includes(name)),
        name,
      ).toBe(true);
  });

  it.each([
    [["--port"], "--port needs a value"],
    [["--port", "12a"], "--port must be a whole number"],
    [["--port", "-1"], "--port"],
    [["--data="], "--data needs a value"],
    [["--no-examples=yes"], "--no-examples takes no value"],
  ])("refuses %j", (argv, message) => {
    expect(problemsOf(argv).join("\n")).toContain(message);
  });

  it.each([
    ["PUBLIC_URL", "https://host/path"],
    ["PUBLIC_URL", "https://user@host"],
    ["PUBLIC_URL", "javascript:alert(1)"],
    ["GITHUB_API_URL", "https://host/?q=1"],
    ["GITHUB_TOKEN", "line\nend"],
    ["ADMIN_TOKEN", "sixteen characters with spaces"],
    ["ALLOW_HOSTS", "http://host"],
  ])("refuses %s=%j without repeating secrets", (name, value) => {
    const [problem, ...more] = problemsOf([], { [name]: value });
    expect(more).toEqual([]);
    expect(problem).toContain(name);
    if (name.endsWith("TOKEN")) expect(problem).not.toContain(value);
  });
});
