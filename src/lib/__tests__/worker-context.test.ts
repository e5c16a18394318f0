import { describe, expect, it } from "vitest";
import type { CloudflareEnv } from "../../env.ts";
import * as workerContext from "../worker-context.ts";
import { getWorkerEnv, requireWorkerEnv, runWithWorkerEnv, workerEnvStorage } from "../worker-context.ts";

const fakeEnv = (name: string) => ({ PUBLIC_URL: name }) as CloudflareEnv;
const envA = fakeEnv("a");
const envB = fakeEnv("b");
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** What a run sees at each of several awaits of different kinds. */
async function seenThroughout(): Promise<(CloudflareEnv | null)[]> {
  const seen = [getWorkerEnv()];
  await Promise.resolve();
  seen.push(getWorkerEnv());
  await turn();
  seen.push(getWorkerEnv());
  await Promise.allSettled([Promise.reject(new Error("expected")), turn()]);
  seen.push(getWorkerEnv());
  // biome-ignore lint/suspicious/noThenProperty: a foreign thenable is one of the ways a context could be lost
  await { then: (resolve: (value: unknown) => void) => setTimeout(() => resolve(undefined), 0) };
  seen.push(getWorkerEnv());
  return seen;
}

describe("the ambient environment", () => {
  it("TC-060: is null outside any context", () => {
    expect(getWorkerEnv()).toBeNull();
  });

  it("TC-061: is the given env inside runWithWorkerEnv, at every await", async () => {
    const seen = await runWithWorkerEnv(envA, seenThroughout);
    expect(seen).toHaveLength(5);
    expect(seen.every((env) => env === envA)).toBe(true);
  });

  it("TC-062: is null again after the callback has completed, thrown or rejected", async () => {
    await runWithWorkerEnv(envA, async () => undefined);
    expect(getWorkerEnv()).toBeNull();
    const throwing = (): Promise<void> => {
      throw new Error("thrown");
    };
    expect(() => runWithWorkerEnv(envA, throwing)).toThrow("thrown");
    expect(getWorkerEnv()).toBeNull();
    await expect(runWithWorkerEnv(envA, () => Promise.reject(new Error("rejected")))).rejects.toThrow(
      "rejected",
    );
    expect(getWorkerEnv()).toBeNull();
  });

  it("TC-063: nested runs each see their own env", async () => {
    await runWithWorkerEnv(envA, async () => {
      await runWithWorkerEnv(envB, async () => {
        await turn();
        expect(getWorkerEnv()).toBe(envB);
      });
      expect(getWorkerEnv()).toBe(envA);
    });
  });

  it("TC-063: two concurrent runs, interleaved by awaits, each see theirs throughout", async () => {
    const [a, b] = await Promise.all([
      runWithWorkerEnv(envA, seenThroughout),
      runWithWorkerEnv(envB, seenThroughout),
    ]);
    expect(a.every((env) => env === envA)).toBe(true);
    expect(b.every((env) => env === envB)).toBe(true);
  });

  it("TC-058 / L01: concurrent batches with different envs are never mixed, though one ends or throws first", async () => {
    const names = Array.from({ length: 10 }, (_, n) => `batch-${n}`);
    const batch = (name: string, turns: number) =>
      runWithWorkerEnv(fakeEnv(name), async () => {
        for (let n = 0; n < turns; n += 1) {
          await turn();
          expect(getWorkerEnv()?.PUBLIC_URL).toBe(name);
        }
        if (turns % 3 === 0) throw new Error(name);
        return getWorkerEnv()?.PUBLIC_URL;
      });
    const settled = await Promise.allSettled(names.map((name, n) => batch(name, n + 1)));
    expect(
      settled.map((result) => (result.status === "fulfilled" ? result.value : result.reason.message)),
    ).toEqual(names);
  });

  it("L01: has no setter and no clearer, and exports its storage", () => {
    expect(Object.keys(workerContext).sort()).toEqual([
      "getWorkerEnv",
      "requireWorkerEnv",
      "runWithWorkerEnv",
      "workerEnvStorage",
    ]);
    expect(workerEnvStorage.getStore()).toBeUndefined();
  });

  it("requireWorkerEnv answers the env inside a run and says what to do outside one", async () => {
    expect(await runWithWorkerEnv(envA, async () => requireWorkerEnv())).toBe(envA);
    expect(() => requireWorkerEnv()).toThrow("inside runWithWorkerEnv");
  });
});

describe("where the environment is lost, and the safe pattern", () => {
  it("an event listener sees the dispatcher's context: take the env before adding it", async () => {
    const target = new EventTarget();
    let ambient: CloudflareEnv | null | undefined;
    let taken: CloudflareEnv | null | undefined;
    await runWithWorkerEnv(envA, async () => {
      const env = requireWorkerEnv();
      target.addEventListener("tick", () => {
        ambient = getWorkerEnv();
        taken = env;
      });
    });
    target.dispatchEvent(new Event("tick"));
    expect(ambient).toBeNull();
    expect(taken).toBe(envA);
  });

  it("ReadableStream.pull() sees the consumer's context: take the env before building the stream", async () => {
    const seen: { ambient: CloudflareEnv | null; taken: CloudflareEnv }[] = [];
    const stream = await runWithWorkerEnv(envA, async () => {
      const taken = requireWorkerEnv();
      return new ReadableStream<string>(
        {
          pull(controller) {
            seen.push({ ambient: getWorkerEnv(), taken });
            controller.enqueue("chunk");
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
    });
    await runWithWorkerEnv(envB, async () => stream.getReader().read());
    expect(seen).toEqual([{ ambient: envB, taken: envA }]);
  });
});
