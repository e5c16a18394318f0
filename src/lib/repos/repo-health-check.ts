/** Asks a repository's host how it is. Only the host's own 404 is OFFLINE; whatever keeps us from knowing is UNKNOWN. */
import { z } from "zod";
import { isRetryable, Refusal } from "../../domain/problem.ts";
import { type HealthStatus, healthOf } from "../../domain/repo-health.ts";
import { repositoryOf } from "../../domain/slug.ts";
import { describeError } from "../platform/log.ts";
import { hostRefusal } from "../sources/host-refusal.ts";
import { type SourceClient, withSourceClient } from "../sources/source-client.ts";

/** One small answer; a host that needs longer is in trouble. */
const CHECK_LIMIT_MS = 5_000;

export interface CheckedHealth extends HealthStatus {
  /** `limited`: the host takes no more questions now. `trouble`: it, or the way to it, may be down. */
  readonly host: "answered" | "limited" | "trouble";
}

const repositorySchema = z.object({
  full_name: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  archived: z.boolean(),
  pushed_at: z.string().nullable(),
});

/** Never throws: not to know is an answer, with its true cause (L51). */
export async function checkRepoHealth(repoUrl: string, nowMs: number): Promise<CheckedHealth> {
  const asked = repositoryOf(repoUrl);
  if (asked === null) return unknown("This is not the address of a repository.", "answered");
  try {
    const limit = AbortSignal.timeout(CHECK_LIMIT_MS);
    return await withSourceClient(limit, (client) => askHost(client, asked, nowMs));
  } catch (error) {
    if (!(error instanceof Refusal)) return unknown(describeError(error), "trouble");
    const { code, message } = error.problem;
    if (code === "SOURCE_RATE_LIMITED") return unknown(message, "limited");
    return unknown(message, isRetryable(code) ? "trouble" : "answered");
  }
}

async function askHost(
  client: SourceClient,
  asked: { owner: string; repo: string },
  nowMs: number,
): Promise<CheckedHealth> {
  const address = `${client.githubApiUrl}/repos/${asked.owner}/${asked.repo}`;
  const answer = await client.get(address, "application/vnd.github+json");
  if (answer.status === 404) {
    await answer.discard();
    return { status: "OFFLINE", detail: "The host knows no such public repository (404).", host: "answered" };
  }
  if (answer.status !== 200) {
    const withdrawn = new Refusal("SOURCE_NOT_FOUND", `The host answered with ${answer.status}.`);
    throw await hostRefusal(answer, withdrawn, new Date(nowMs));
  }
  const text = new TextDecoder().decode(await answer.bytes(client.limits.apiResponseBytes));
  const { full_name: fullName, archived, pushed_at: pushedAt } = repositorySchema.parse(JSON.parse(text));
  return { ...healthOf(asked, { fullName, archived, pushedAt }, nowMs), host: "answered" };
}

function unknown(detail: string, host: CheckedHealth["host"]): CheckedHealth {
  return { status: "UNKNOWN", detail: detail.slice(0, 300), host };
}
