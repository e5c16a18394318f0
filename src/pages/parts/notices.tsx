/** Sentences that pages share when they cannot say everything. */

/** Shown above content that came from the read models because the ledger did not answer. */
export function DegradedNotice() {
  return (
    <p class="notice notice-wait small" role="status">
      A part of the registry does not answer just now. What you see comes from its copies and may be a few
      minutes old; details that only the ledger knows are left out.
    </p>
  );
}
