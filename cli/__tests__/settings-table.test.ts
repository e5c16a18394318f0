/** Compares the table of environment variables with the programs that read them. */
import { describe, expect, it } from "vitest";
import { allSettings, settings, settingsNeededTogether } from "../../src/domain/settings.ts";
import { DEFAULT_LIMITS } from "../../src/http/limiter.ts";
import { retentionDays } from "../../src/lib/cron/retention.ts";
import { Registry } from "../client/registry.ts";
import { environmentHelp } from "../embedded/environment-help.ts";
import { problemsOf, settingsOf } from "./serve-settings.ts";

const ofWorker = Object.entries(allSettings).filter(
  ([, { readBy }]) => readBy.includes("worker") && readBy.includes("embedded"),
);
/** Example values of the variables that this one requires. */
function companions(name: string): Record<string, string> {
  const pair = settingsNeededTogether.find((names) => names.some((one) => one === name)) ?? [];
  return Object.fromEntries(pair.map((one) => [one, settings[one].example]));
}

describe("each variable of the table", () => {
  it.each(ofWorker)("%s reaches the Worker of the embedded server", (name, { example }) => {
    expect(settingsOf([], { ...companions(name), [name]: example }).workerVariables[name]).toBe(example);
  });

  it.each(Object.keys(allSettings).filter((name) => allSettings[name]?.readBy.includes("embedded")))(
    "%s is listed in `serve --help`",
    (name) => expect(environmentHelp()).toMatch(new RegExp(`^ {2}${name} +\\S`, "m")),
  );

  it("has the default that the code uses", () => {
    const { read, write } = DEFAULT_LIMITS;
    expect(settings.RATE_LIMITS.default).toBe(`read=${read},write=${write}`);
    expect(Number(settings.RETENTION_DAYS.default)).toBe(retentionDays(undefined));
    for (const VSKILL_REGISTRY of [undefined, ""])
      expect(new Registry({}, { VSKILL_REGISTRY }).url).toBe(settings.VSKILL_REGISTRY.default);
  });

  it.each([
    { JUDGE_MODEL: "llama" },
    { JUDGE_URL: "http://127.0.0.1:11434/v1" },
    { LIMIT_FILE_BYTES: "8 MB" },
    { LIMIT_REDIRECTS: "0" },
    { JUDGE_URL: "file:///etc/passwd", JUDGE_MODEL: "llama" },
  ])("L47: an invalid value prevents the start: %j", (env) => {
    const [first = ""] = Object.keys(env);
    expect(problemsOf([], env).join()).toContain(first);
  });

  it("a judge on this machine may be reached although its address is private", () => {
    const { privateHosts } = settingsOf([], { JUDGE_URL: "http://127.0.0.1:11434/v1", JUDGE_MODEL: "llama" });
    expect(privateHosts).toEqual(["127.0.0.1"]);
  });
});
