/**
 * The registry that the parts `author`, `submit` and `hostile` share, and the GitHub server that it uses. Each part publishes
 * under its own names and does not depend on other content of the registry, so that their order does not matter.
 */
import { type GithubServer, startGithub } from "../../support/github-server.ts";
import { type RunningServer, startServer } from "../../support/start-server.ts";
import { ADMIN_TOKEN } from "../../support/web.ts";

export let server: RunningServer;
export let github: GithubServer;

export async function startRegistry(): Promise<void> {
  github = await startGithub();
  server = await startServer({
    env: {
      ADMIN_TOKEN,
      GITHUB_API_URL: github.api.origin,
      ALLOW_HOSTS: github.download.host,
      RATE_LIMITS: "read=100000,write=100000",
    },
  });
}

export async function stopRegistry(): Promise<void> {
  await server[Symbol.asyncDispose]();
  await github.close();
}
