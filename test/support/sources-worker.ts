/** A Worker that only runs the source readers. `test/integration/sources-workerd.test.ts` bundles and starts it. */
import { contentDigest } from "../../src/domain/digest.ts";
import { defaultLimits } from "../../src/domain/limits.ts";
import { Refusal } from "../../src/domain/problem.ts";
import { parseSourceUrl } from "../../src/domain/source-ref.ts";
import type { CloudflareEnv } from "../../src/env.ts";
import { gunzip } from "../../src/lib/archives/gunzip.ts";
import { readTar } from "../../src/lib/archives/tar-reader.ts";
import {
  loadSkillContent,
  storeNpmArchive,
  storeSkillContent,
} from "../../src/lib/contents/archive-store.ts";
import { collectSkills } from "../../src/lib/sources/collect-skills.ts";
import { discoverSkills, fetchSource } from "../../src/lib/sources/fetch-source.ts";
import { readUpload } from "../../src/lib/sources/upload.ts";
import { runWithWorkerEnv } from "../../src/lib/worker-context.ts";

export default {
  fetch: (request: Request, env: CloudflareEnv): Promise<Response> =>
    runWithWorkerEnv(env, async () => {
      try {
        return Response.json(await handle(request));
      } catch (error) {
        if (error instanceof Refusal) return Response.json({ refused: error.problem });
        return Response.json({ crashed: String(error) });
      }
    }),
};

async function handle(request: Request): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/upload") {
    const { skills, fields } = await readUpload(
      request.body as ReadableStream<Uint8Array>,
      request.headers.get("content-type") ?? "",
    );
    return { fields, skills: await Promise.all(skills.map(store)) };
  }
  if (pathname === "/stream") return stream(searchParams.get("url") ?? "");
  const parsed = parseSourceUrl(searchParams.get("url") ?? "");
  if (!parsed.ok) return { refused: parsed.problem };
  if (pathname === "/discover") return discoverSkills(parsed.source);
  const { commit, ref, skills } = await fetchSource(parsed.source);
  return { commit, ref, skills: await Promise.all(skills.map(store)) };
}

async function store({
  path,
  files,
}: {
  path: string;
  files: Parameters<typeof contentDigest>[0];
}): Promise<unknown> {
  const digest = contentDigest(files);
  const forms = await storeSkillContent(digest, files);
  const again = await storeSkillContent(digest, files);
  const skillName = path.split("/").at(-1) ?? "";
  const about = { packageName: `@acme/${skillName}`, version: "1.0.0", skillName, description: "d" };
  const npm = await storeNpmArchive(digest, files, about);
  const loaded = await loadSkillContent(digest);
  return {
    path,
    digest,
    forms,
    npm,
    isIdempotent: JSON.stringify(forms) === JSON.stringify(again),
    loaded: loaded?.map((file) => [file.path, file.executable, file.bytes.length]),
  };
}

/** Counts the bytes received and the bytes that the reader has seen. The runtime's streams buffer the difference. */
async function stream(url: string): Promise<unknown> {
  const counts = { packed: 0, unpacked: 0, mostHeld: 0 };
  const response = await fetch(url);
  const count = async function* (
    chunks: AsyncIterable<Uint8Array>,
    side: "packed" | "unpacked",
  ): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      counts[side] += chunk.length;
      counts.mostHeld = Math.max(counts.mostHeld, counts.packed - counts.unpacked);
      yield chunk;
    }
  };
  const packed = count(response.body as ReadableStream<Uint8Array>, "packed");
  const entries = readTar(count(gunzip(packed, defaultLimits), "unpacked"), defaultLimits);
  try {
    const skills = await collectSkills(entries, {
      folders: ["skills/pdf"],
      strict: false,
      limits: defaultLimits,
    });
    return { ...counts, paths: skills.map(({ path }) => path) };
  } catch (error) {
    return { ...counts, refused: error instanceof Refusal ? error.problem.code : String(error) };
  }
}
