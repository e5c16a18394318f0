import { beforeEach, describe, expect, it, vi } from "vitest";
import { logged } from "../../../../test/support/quiet.ts";
import type { CloudflareEnv } from "../../../env.ts";
import { getWorkerEnv } from "../../worker-context.ts";
import { handleSubmissionQueue } from "../consumer.ts";

const { processSubmission } = vi.hoisted(() => ({
  processSubmission: vi.fn<(id: string) => Promise<{ kind: string; delaySeconds?: number }>>(),
}));
vi.mock("../../pipeline/process-submission.ts", () => ({ processSubmission }));

const fakeEnv = (name: string) => ({ PUBLIC_URL: name }) as CloudflareEnv;
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

interface FakeMessage {
  id: string;
  body: unknown;
  attempts: number;
  ack: ReturnType<typeof vi.fn>;
  retry: ReturnType<typeof vi.fn>;
}

const message = (body: unknown, attempts = 1): FakeMessage => ({
  id: `m-${JSON.stringify(body)}`,
  body,
  attempts,
  ack: vi.fn(),
  retry: vi.fn(),
});

const batchOf = (messages: FakeMessage[]) =>
  ({ queue: "submission-processing", messages }) as unknown as MessageBatch<unknown>;

const submissions = (...ids: string[]) => ids.map((submissionId) => message({ submissionId }));

beforeEach(() => {
  processSubmission.mockReset().mockResolvedValue({ kind: "finished" });
});

describe("handleSubmissionQueue", () => {
  it("acks each finished message, and asks for no retry", async () => {
    const messages = submissions("a", "b", "c");
    await handleSubmissionQueue(batchOf(messages), fakeEnv("x"));
    for (const m of messages) {
      expect(m.ack).toHaveBeenCalledOnce();
      expect(m.retry).not.toHaveBeenCalled();
    }
    expect(processSubmission.mock.calls.map(([id]) => id)).toEqual(["a", "b", "c"]);
  });

  it("settles messages concurrently: a slow one does not hold up the others", async () => {
    const order: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    processSubmission.mockImplementation(async (id) => {
      if (id === "slow") await gate;
      else release();
      order.push(id);
      return { kind: "finished" };
    });
    await handleSubmissionQueue(batchOf(submissions("slow", "quick")), fakeEnv("x"));
    expect(order).toEqual(["quick", "slow"]);
  });

  it("retries one that asks for it with its own delay, acking the others", async () => {
    const messages = submissions("again", "done");
    processSubmission.mockImplementation(async (id) =>
      id === "again" ? { kind: "retry", delaySeconds: 77 } : { kind: "finished" },
    );
    await handleSubmissionQueue(batchOf(messages), fakeEnv("x"));
    expect(messages[0]!.retry).toHaveBeenCalledExactlyOnceWith({ delaySeconds: 77 });
    expect(messages[0]!.ack).not.toHaveBeenCalled();
    expect(messages[1]!.ack).toHaveBeenCalledOnce();
  });

  it("retries one that throws, with back-off that grows by its attempts, and never throws itself", async () => {
    const messages = [
      message({ submissionId: "a" }, 1),
      message({ submissionId: "b" }, 3),
      message({ submissionId: "c" }),
    ];
    processSubmission.mockImplementation(async (id) => {
      if (id !== "c") throw new Error("boom");
      return { kind: "finished" };
    });
    await handleSubmissionQueue(batchOf(messages), fakeEnv("x"));
    expect(messages[0]!.retry).toHaveBeenCalledExactlyOnceWith({ delaySeconds: 10 });
    expect(messages[1]!.retry).toHaveBeenCalledExactlyOnceWith({ delaySeconds: 90 });
    expect(messages[2]!.ack).toHaveBeenCalledOnce();
    expect(logged("error").map(({ event }) => event)).toEqual([
      "queue.processing_failed",
      "queue.processing_failed",
    ]);
  });

  it.each([null, "text", {}, { submissionId: "" }, { submissionId: 7 }, ["a"]])(
    "logs and acks an unreadable message (%j) without processing it",
    async (body) => {
      const unreadable = message(body);
      await handleSubmissionQueue(batchOf([unreadable]), fakeEnv("x"));
      expect(unreadable.ack).toHaveBeenCalledOnce();
      expect(processSubmission).not.toHaveBeenCalled();
      expect(logged("error")).toEqual([expect.objectContaining({ event: "queue.unreadable_message" })]);
    },
  );

  it("survives an ack that throws: the others are settled and nothing rejects", async () => {
    const messages = submissions("a", "b");
    messages[0]!.ack.mockImplementation(() => {
      throw new Error("ack refused");
    });
    await expect(handleSubmissionQueue(batchOf(messages), fakeEnv("x"))).resolves.toBeUndefined();
    expect(messages[1]!.ack).toHaveBeenCalledOnce();
    expect(logged("error")).toEqual([expect.objectContaining({ event: "queue.settle_failed" })]);
  });

  describe("TC-065: batches at once with different envs", () => {
    /** Records which environment each step of each submission sees. */
    function recordSteps(seen: Map<string, Set<string | undefined>>): void {
      processSubmission.mockImplementation(async (id) => {
        const names = new Set<string | undefined>();
        seen.set(id, names);
        for (let step = 0; step < 4; step += 1) {
          names.add(getWorkerEnv()?.PUBLIC_URL);
          await turn();
        }
        names.add(getWorkerEnv()?.PUBLIC_URL);
        return { kind: "finished" };
      });
    }

    it("two batches: every step of each sees its own", async () => {
      const seen = new Map<string, Set<string | undefined>>();
      recordSteps(seen);
      await Promise.all([
        handleSubmissionQueue(batchOf(submissions("a1", "a2", "a3")), fakeEnv("a")),
        handleSubmissionQueue(batchOf(submissions("b1", "b2", "b3")), fakeEnv("b")),
      ]);
      for (const [id, names] of seen) expect([...names]).toEqual([id[0]]);
      expect(seen.size).toBe(6);
      expect(getWorkerEnv()).toBeNull();
    });

    it("L02: ten batches of three, interleaved: thirty messages, none sees another's", async () => {
      const seen = new Map<string, Set<string | undefined>>();
      recordSteps(seen);
      const batches = Array.from({ length: 10 }, (_, n) => String(n));
      await Promise.all(
        batches.map((n) =>
          handleSubmissionQueue(batchOf(submissions(`${n}x`, `${n}y`, `${n}z`)), fakeEnv(n)),
        ),
      );
      expect(seen.size).toBe(30);
      for (const [id, names] of seen) expect([...names]).toEqual([id[0]]);
    });

    it("a batch that throws does not disturb the others", async () => {
      const seen: (string | undefined)[] = [];
      processSubmission.mockImplementation(async (id) => {
        await turn();
        if (id === "bad") throw new Error("boom");
        await turn();
        seen.push(getWorkerEnv()?.PUBLIC_URL);
        return { kind: "finished" };
      });
      const good = submissions("g1", "g2");
      await Promise.all([
        handleSubmissionQueue(batchOf(submissions("bad", "bad", "bad")), fakeEnv("failing")),
        handleSubmissionQueue(batchOf(good), fakeEnv("healthy")),
      ]);
      expect(seen).toEqual(["healthy", "healthy"]);
      for (const m of good) expect(m.ack).toHaveBeenCalledOnce();
    });
  });
});
