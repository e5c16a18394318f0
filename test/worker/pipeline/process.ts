import { describe, expect, it } from "vitest";
import { getSubmission, listSubmissionEvents } from "../../../src/lib/ledger/submission-rows.ts";
import { processSubmission } from "../../../src/lib/pipeline/process-submission.ts";
import { getSkill } from "../../../src/lib/skills/skill-store.ts";
import { inRun } from "../../support/publish.ts";
import { badSkill, goodSkill, submitFiles } from "../../support/skills.ts";

describe("a pipeline run", () => {
  it("publishes an upload that passes, once, with one event for each transition", async () => {
    await inRun(async () => {
      const result = await submitFiles(goodSkill("meeting-notes"));
      if (result.kind !== "accepted") throw new Error(result.kind);
      expect(await processSubmission(result.submission.id)).toEqual({ kind: "finished" });
      const row = await getSubmission(result.submission.id);
      expect(row).toMatchObject({
        state: "PUBLISHED",
        skillSlug: "acme/uploads/meeting-notes",
        skillVersion: "1.0.0",
      });
      const events = await listSubmissionEvents(result.submission.id);
      expect(events.map(({ toState }) => toState)).toEqual([
        "RECEIVED",
        "TIER1_SCANNING",
        "TIER2_SCANNING",
        "AUTO_APPROVED",
        "PUBLISHED",
      ]);
      const { skill, degraded } = await getSkill("acme/uploads/meeting-notes");
      expect(degraded).toBe(false);
      expect(skill).toMatchObject({ version: "1.0.0", certTier: "VERIFIED", trustTier: "T3" });
    });
  });

  it("rejects a malicious upload with a reason, and publishes nothing", async () => {
    await inRun(async () => {
      const result = await submitFiles(badSkill("formatter"));
      if (result.kind !== "accepted") throw new Error(result.kind);
      await processSubmission(result.submission.id);
      const row = await getSubmission(result.submission.id);
      expect(["TIER1_FAILED", "REJECTED"]).toContain(row?.state);
      expect(row?.reason).toMatch(/blocking issues/);
      expect((await getSkill("acme/uploads/formatter")).skill).toBeNull();
    });
  });
});
