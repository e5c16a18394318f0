/**
 * A platform for tests: real ledger, KV and R2, a queue that the test delivers, and a clock that the test moves. `settle`
 * delivers messages and runs the cron until nothing is left to do.
 */
import type { SkillFile } from "../../src/domain/skill-file.ts";
import type { CloudflareEnv, SubmissionMessage } from "../../src/env.ts";
import { recoverSubmissions } from "../../src/lib/cron/recover-submissions.ts";
import { processSubmission } from "../../src/lib/pipeline/process-submission.ts";
import { submitRepository } from "../../src/lib/submissions/intake.ts";
import { runWithWorkerEnv } from "../../src/lib/worker-context.ts";
import { acceptedId, goodSkill, submitFiles } from "./skills.ts";

const FIVE_MINUTES_MS = 5 * 60_000;

/**
 * The start of a test's clock, later than the real time. A message that another test left on the real queue is
 * delivered with the real clock, and its drain must find none of this test's outbox rows due.
 */
export const TEST_EPOCH_MS = Date.parse("2100-01-01T00:00:00Z");

export class TestPlatform {
  readonly env: CloudflareEnv;
  readonly queued: string[] = [];
  nowMs: number;

  constructor(real: CloudflareEnv, nowMs = TEST_EPOCH_MS) {
    this.nowMs = nowMs;
    const sendBatch = async (messages: Iterable<MessageSendRequest<SubmissionMessage>>) => {
      for (const { body } of messages) this.queued.push(body.submissionId);
    };
    const send = async (body: SubmissionMessage) => void this.queued.push(body.submissionId);
    this.env = { ...real, SUBMISSION_QUEUE: { send, sendBatch } as unknown as Queue<SubmissionMessage> };
  }

  readonly clock = (): number => this.nowMs;

  run<T>(fn: () => Promise<T>, env: CloudflareEnv = this.env): Promise<T> {
    return runWithWorkerEnv(env, fn);
  }

  /** Returns the submission's id. Throws unless it was accepted. */
  async submit(files: SkillFile[], owner = "acme"): Promise<string> {
    return acceptedId(await this.run(() => submitFiles(files, { owner, nowMs: this.nowMs })));
  }

  /** The same, but the message is lost: the test runs the pipeline itself. */
  async submitWithoutMessage(files: SkillFile[], owner = "acme"): Promise<string> {
    const id = await this.submit(files, owner);
    this.queued.length = 0;
    return id;
  }

  /** Submits a repository, or one skill of it, and returns the submission's id. */
  async submitRepository(repoUrl: string, skillPath = ""): Promise<string> {
    const request = { repoUrl, submittedBy: "tester", ...(skillPath === "" ? {} : { skillPath }) };
    return acceptedId(await this.run(() => submitRepository(request, this.nowMs)));
  }

  /** Submits, and lets time pass until nothing is left to do. */
  async publish(files: SkillFile[], owner = "acme"): Promise<string> {
    const id = await this.submit(files, owner);
    this.nowMs += 2_000;
    await this.settle();
    return id;
  }

  /** Publishes the skill "notes". `body` makes it differ from those of other owners. */
  async publishNotes(owner: string, body = ""): Promise<{ id: string; slug: string }> {
    const id = await this.publish(goodSkill("notes", { body }), owner);
    return { id, slug: `${owner}/uploads/notes` };
  }

  /** Delivers every message on the queue once. */
  async deliver(): Promise<void> {
    while (this.queued.length > 0) {
      const id = this.queued.shift();
      if (id !== undefined) await this.run(() => processSubmission(id, this.clock));
    }
  }

  /** Moves the clock by five minutes and runs the cron. */
  async tick(): Promise<void> {
    this.nowMs += FIVE_MINUTES_MS;
    await this.run(() => recoverSubmissions(this.nowMs));
  }

  /** Runs until no submission is active and the outbox is empty. Throws if that takes longer than a day. */
  async settle(): Promise<void> {
    for (let ticks = 0; ticks < 288; ticks += 1) {
      await this.deliver();
      if (await this.#isIdle()) return;
      await this.tick();
    }
    const active = await this.env.DB.prepare(
      "SELECT id, owner, state, attempts, reason_code, updated_at FROM submissions WHERE rested_at IS NULL",
    ).all();
    const pending = await this.env.DB.prepare("SELECT * FROM outbox WHERE wanted > done").all();
    throw new Error(`did not settle within a day: ${JSON.stringify([active.results, pending.results])}`);
  }

  async #isIdle(): Promise<boolean> {
    const [active, pending] = await this.env.DB.batch<{ n: number }>([
      this.env.DB.prepare(
        "SELECT COUNT(*) AS n FROM submissions WHERE state IN ('RECEIVED','TIER1_SCANNING','TIER2_SCANNING','AUTO_APPROVED','VENDOR_APPROVED')",
      ),
      this.env.DB.prepare("SELECT COUNT(*) AS n FROM outbox WHERE wanted > done"),
    ]);
    return active?.results[0]?.n === 0 && pending?.results[0]?.n === 0;
  }
}
