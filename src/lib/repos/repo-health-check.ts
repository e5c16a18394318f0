/** Checks a repository at its host. Only the host's own 404 means OFFLINE; any other failure means UNKNOWN. */
import { z } from "zod";
import { isRetryable, Refusal } from "../../domain/problem.ts";
import { type HealthStatus, healthOf } from "../../domain/repo-health.ts";
import { repositoryOf } from "../../domain/slug.ts";
import { describeError } from "../platform/log.ts";
import { hostRefusal } from "../sources/host-refusal.ts";
import { type SourceClient, withSourceClient } from "../sources/source-client.ts";

/** One small request; a host that needs longer counts as unreachable. */
const CHECK_LIMIT_MS = 5_000;

export interface CheckedHealth extends HealthStatus {
  /** `limited`: rate-limited by the host. `unreachable`: the host, or the network to it, may be down. */
  readonly host: "responded" | "limited" | "unreachable";
}

const repositorySchema = z.object({
  full_name: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  archived: z.boolean(),
  pushed_at: z.string().nullable(),
});

/** Never throws: a failed check is a result with its cause (L51). */
export async function checkRepoHealth(repoUrl: string, nowMs: number): Promise<CheckedHealth> {
  const repository = repositoryOf(repoUrl);
  if (repository === null) return unknown("Not the URL of a repository.", "responded");
  try {
    const limit = AbortSignal.timeout(CHECK_LIMIT_MS);
    return await withSourceClient(limit, (client) => queryHost(client, repository, nowMs));
  } catch (error) {
    if (!(error instanceof Refusal)) return unknown(describeError(error), "unreachable");
    const { code, message } = error.problem;
    if (code === "SOURCE_RATE_LIMITED") return unknown(message, "limited");
    return unknown(message, isRetryable(code) ? "unreachable" : "responded");
  }
}

async function queryHost(
  client: SourceClient,
  repository: { owner: string; repo: string },
  nowMs: number,
): Promise<CheckedHealth> {
  const address = `${client.githubApiUrl}/repos/${repository.owner}/${repository.repo}`;
  const response = await client.get(address, "application/vnd.github+json");
  if (response.status === 404) {
    await response.discard();
    return { status: "OFFLINE", detail: "No such public repository (404).", host: "responded" };
  }
  if (response.status !== 200) {
    const withdrawn = new Refusal("SOURCE_NOT_FOUND", `The host returned ${response.status}.`);
    throw await hostRefusal(response, withdrawn, new Date(nowMs));
  }
  const text = new TextDecoder().decode(await response.bytes(client.limits.apiResponseBytes));
  const { full_name: fullName, archived, pushed_at: pushedAt } = repositorySchema.parse(JSON.parse(text));
  return { ...healthOf(repository, { fullName, archived, pushedAt }, nowMs), host: "responded" };
}

function unknown(detail: string, host: CheckedHealth["host"]): CheckedHealth {
  return { status: "UNKNOWN", detail: detail.slice(0, 300), host };
}
