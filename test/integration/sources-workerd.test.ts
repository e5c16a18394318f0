/**
 * The source readers inside the real runtime: workerd's streams, R2 and network policy, against servers on loopback.
 * workerd may reject input that Node's fetch or gunzip accepts.
 */
import type { ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { createGzip, gzipSync } from "node:zlib";
import { Miniflare } from "miniflare";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contentDigest, sortedByPath } from "../../src/domain/digest.ts";
import { makeNpmTarball, makeTarGz, makeZip } from "../../src/lib/archives/install-archives.ts";
import { discardOutput } from "../support/discard-output.ts";
import { GitRepository } from "../support/git-repository.ts";
import { type GithubServer, startGithub } from "../support/github-server.ts";
import { type LoopbackServer, startLoopback } from "../support/loopback-server.ts";
import { rawHeader, rawTar, rawTarGz } from "../support/raw-tar.ts";
import { file, skill, skillMd } from "../support/skill-files.ts";

const MIB = 1 << 20;
let github: GithubServer;
let site: LoopbackServer;
let script: string;
let open: Miniflare;
let closed: Miniflare;

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    // Selects the packages' builds for Workers instead of those for Node, as wrangler does.
    resolve: { conditions: ["workerd", "worker", "browser", "module", "import"] },
    ssr: { noExternal: true, target: "webworker" },
    build: {
      write: false,
      ssr: fileURLToPath(import.meta.resolve("../support/sources-worker.ts")),
      target: "es2024",
      rollupOptions: { external: [/^node:/] },
    },
  });
  const output = Array.isArray(result) ? result[0] : result;
  if (output === undefined || !("output" in output)) throw new Error("nothing was built");
  return output.output[0].code;
}

function start(allow: string[], bindings: Record<string, string>): Miniflare {
  return new Miniflare({
    cf: false,
    compatibilityDate: "2026-07-30",
    compatibilityFlags: ["nodejs_compat"],
    modules: [{ type: "ESModule", path: "worker.mjs", contents: script }],
    r2Buckets: ["ARCHIVES"],
    bindings,
    outboundService: { network: { allow, tlsOptions: { trustBrowserCas: true } } },
    handleRuntimeStdio: discardOutput,
  });
}

beforeAll(async () => {
  github = await startGithub();
  const repository = new GitRepository("trunk");
  repository.commit({
    "skills/pdf/SKILL.md": skillMd("pdf"),
    "skills/pdf/run.sh*": "#!/bin/sh\n",
    "README.md": "r",
  });
  github.hosted.set("acme/tools", { fullName: "acme/tools", repository, defaultBranch: "trunk" });
  site = await startLoopback((path, _request, response) => {
    if (path !== "/.well-known/agent-skills/index.json") response.writeHead(404);
    response.end("{}");
  });
  script = await bundle();
  const bindings = { GITHUB_API_URL: github.api.origin, ALLOW_HOSTS: `${github.download.host},${site.host}` };
  open = start(["public", "127.0.0.1/32"], bindings);
  closed = start(["public"], bindings);
});

afterAll(async () => {
  await Promise.all([open?.dispose(), closed?.dispose(), github?.close(), site?.close()]);
});

// biome-ignore lint/suspicious/noExplicitAny: only the assertions read the results
type Result = any;
const send = async (
  mf: Miniflare,
  path: string,
  init?: Parameters<Miniflare["dispatchFetch"]>[1],
): Promise<Result> => (await mf.dispatchFetch(`http://localhost${path}`, init)).json();
const upload = (body: Uint8Array, type = "application/gzip") =>
  send(open, "/upload", { method: "POST", body, headers: { "content-type": type } });

describe("in workerd", () => {
  it("a repository is fetched, digested, stored in R2 and read back", async () => {
    const result = await send(open, "/fetch?url=acme/tools");
    const files = skill("pdf", file("run.sh", "#!/bin/sh\n", true));
    expect(result.skills).toHaveLength(1);
    expect(result.skills[0]).toMatchObject({
      path: "skills/pdf",
      digest: contentDigest(files),
      isIdempotent: true,
    });
    expect(result.skills[0].loaded).toEqual(
      sortedByPath(files).map((f) => [f.path, f.executable, f.bytes.length]),
    );
    expect((await send(open, "/discover?url=acme/tools")).skills[0]).toMatchObject({
      name: "pdf",
      problems: [],
    });
  });

  it("the stored archives have the same bytes as those created in Node", async () => {
    const files = skill(
      "same",
      file("scripts/run.sh", "#!/bin/sh\n", true),
      file("a/b.txt", "x".repeat(5000)),
    );
    const { skills } = await upload(makeTarGz(files));
    const bucket = await open.getR2Bucket("ARCHIVES");
    const stored = async (key: string) => new Uint8Array(await (await bucket.get(key))!.arrayBuffer());
    const about = { packageName: "@acme/same", version: "1.0.0", skillName: "same", description: "d" };
    expect(await stored(skills[0].forms.tarGz.key)).toEqual(makeTarGz(files));
    expect(await stored(skills[0].forms.zip.key)).toEqual(new Uint8Array(makeZip(files)));
    expect(await stored(skills[0].npm.key)).toEqual(makeNpmTarball(files, about));
    expect(skills[0].forms.tarGz.key).toBe(`content/${contentDigest(files)}/skill.tar.gz`);
  });

  it("uploads are read as tar.gz, zip and multipart", async () => {
    const files = skill("up", file("x.sh", "x", true));
    const form = new FormData();
    form.append("owner", "acme");
    form.append("archive", new File([new Uint8Array(makeZip(files))], "up.zip"));
    const encoded = new Response(form);
    const results = [
      await upload(makeTarGz(files)),
      await upload(makeZip(files), "application/zip"),
      await upload(await encoded.bytes(), encoded.headers.get("content-type")!),
    ];
    expect(results.map((a) => a.skills[0].digest)).toEqual(Array(3).fill(contentDigest(files)));
    expect(results[2].fields).toEqual({ owner: "acme" });
  });

  it.each([
    ["cut short", (bytes: Uint8Array) => bytes.subarray(0, -12), "ARCHIVE_BROKEN"],
    [
      "with bytes after its end",
      (bytes: Uint8Array) => Buffer.concat([bytes, new Uint8Array(600).fill(7)]),
      "ARCHIVE_BROKEN",
    ],
    [
      "damaged",
      (bytes: Uint8Array) => bytes.map((byte, i) => (i === 40 ? byte ^ 0xff : byte)),
      "ARCHIVE_BROKEN",
    ],
    [
      "that is a decompression bomb",
      () => gzipSync(rawTar([{ name: "zeros", body: new Uint8Array(64 * MIB) }])),
      "ARCHIVE_BOMB",
    ],
    [
      "with a link",
      () =>
        rawTarGz([
          { name: "SKILL.md", body: skillMd("l") },
          { name: "l", type: "2", link: "/etc" },
        ]),
      "ARCHIVE_LINK",
    ],
  ])("an upload %s is refused", async (_what, spoil, code) => {
    expect(await upload(spoil(makeTarGz(skill("bad"))))).toMatchObject({ refused: { code } });
  });

  it("a tarball of 300 MB with one small skill is streamed with less than 16 MiB buffered", async () => {
    const host = await startLoopback((_path, _request, response) => sendTarball(response, 300));
    const result = await send(open, `/stream?url=${host.origin}`);
    await host.close();
    expect(result.paths).toEqual(["skills/pdf"]);
    expect(result.unpacked).toBeGreaterThan(300 * MIB);
    expect(result.mostHeld).toBeGreaterThan(0);
    expect(result.mostHeld).toBeLessThan(16 * MIB);
  });

  it("a decompression bomb of 1 GB is refused after unpacking less than 32 MB of it", async () => {
    const host = await startLoopback((_path, _request, response) => sendBomb(response));
    const result = await send(open, `/stream?url=${host.origin}`);
    await host.close();
    expect(result.refused).toBe("ARCHIVE_BOMB");
    expect(result.unpacked).toBeLessThan(32_000_000);
    expect(result.packed).toBeLessThan(1_000_000);
  });
});

describe("workerd's network policy, the second layer", () => {
  it("refuses a host that our allow-list allows, and the error becomes ADDRESS_REFUSED", async () => {
    expect(await send(closed, `/fetch?url=${site.origin}`)).toMatchObject({
      refused: { code: "ADDRESS_REFUSED" },
    });
    expect(await send(closed, "/fetch?url=acme/tools")).toMatchObject({
      refused: { code: "ADDRESS_REFUSED" },
    });
  });

  it("when both layers allow the host, it is fetched", async () => {
    expect(await send(open, `/fetch?url=${site.origin}`)).toMatchObject({
      refused: { code: "SOURCE_ANSWER_INVALID" },
    });
  });

  it("when our allow-list refuses a host, no request is sent", async () => {
    const requestsBefore = site.requests.length;
    const other = await startLoopback((_path, _request, response) => void response.end("{}"));
    expect(await send(open, `/fetch?url=${other.origin}`)).toMatchObject({
      refused: { code: "ADDRESS_REFUSED" },
    });
    expect(other.requests).toEqual([]);
    expect(site.requests).toHaveLength(requestsBefore);
    await other.close();
  });

  it("a lost connection is not reported as ADDRESS_REFUSED", async () => {
    github.fail = (_path, response) => {
      response.destroy();
      return true;
    };
    expect(await send(open, "/fetch?url=acme/tools")).toMatchObject({
      refused: { code: "SOURCE_UNAVAILABLE" },
    });
    github.fail = null;
  });
});

/** Sends an incompressible tarball, so that packed and unpacked bytes can be compared. */
async function sendTarball(response: ServerResponse, megabytes: number): Promise<void> {
  const noise = new Uint8Array(MIB);
  for (let i = 0; i < MIB; i += 65_536) crypto.getRandomValues(noise.subarray(i, i + 65_536));
  const { write, end } = packTo(response, 0);
  for (let i = 0; i < megabytes; i++) {
    await write(rawHeader({ name: `assets/${i}.bin` }, MIB));
    await write(noise);
  }
  await write(rawTar([{ name: "skills/pdf/SKILL.md", body: skillMd("pdf") }]));
  end();
}

async function sendBomb(response: ServerResponse): Promise<void> {
  const { write, end } = packTo(response, 9);
  await write(rawHeader({ name: "zeros" }, 1024 * MIB));
  for (let i = 0; i < 1024 && !response.destroyed; i++) await write(new Uint8Array(MIB));
  end();
}

function packTo(
  response: ServerResponse,
  level: number,
): { write(bytes: Uint8Array): Promise<void>; end(): void } {
  const gzip = createGzip({ level });
  gzip.pipe(response);
  response.on("close", () => gzip.destroy());
  const write = (bytes: Uint8Array) => new Promise<void>((resolve) => gzip.write(bytes, () => resolve()));
  return { write, end: () => gzip.end() };
}
