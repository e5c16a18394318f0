-- Suppressions: until a date, the findings of one rule in one content do not count when the registry decides about that
-- content. Only an operator writes them. A revoked or expired row is kept as history.
CREATE TABLE finding_suppressions (
  id             TEXT PRIMARY KEY,
  rule_id        TEXT NOT NULL,
  content_digest TEXT NOT NULL,
  author         TEXT NOT NULL,
  reason         TEXT NOT NULL,
  expires_at     INTEGER NOT NULL,
  created_at     INTEGER NOT NULL,
  revoked_at     INTEGER,
  revoked_by     TEXT,
  CHECK (expires_at > created_at)
) STRICT;
CREATE INDEX finding_suppressions_by_digest ON finding_suppressions (content_digest) WHERE revoked_at IS NULL;
CREATE INDEX finding_suppressions_by_age ON finding_suppressions (created_at, id);
