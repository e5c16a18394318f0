/** Shown above content that comes from KV because the database is unavailable. */
export function DegradedNotice() {
  return (
    <p class="notice notice-wait small" role="status">
      Some data is temporarily unavailable. You may be seeing results that are a few minutes old.
    </p>
  );
}
