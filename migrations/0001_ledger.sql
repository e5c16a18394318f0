-- The ledger: the source of truth for submissions, skills and decisions. Times are epoch milliseconds. Enumerations
-- are checked here as well as in code. Rows that may be requested twice have a unique key, because application code
-- alone cannot prevent duplicates.

CREATE TABLE submissions (
  id              TEXT PRIMARY KEY,
  source_kind     TEXT NOT NULL CHECK (source_kind IN ('github', 'well-known', 'upload')),
  source_url      TEXT NOT NULL,               -- normal form: one spelling for each source
  owner           TEXT NOT NULL,
  repo            TEXT NOT NULL,
  source_ref      TEXT NOT NULL DEFAULT '',    -- branch, tag or commit requested
  skill_path      TEXT NOT NULL DEFAULT '',    -- never NULL: NULLs are distinct in a unique index
  skill_name      TEXT NOT NULL DEFAULT '',
  upload_digest   TEXT NOT NULL DEFAULT '',    -- part of an upload's identity, '' for a fetched source
  state           TEXT NOT NULL,
  version         INTEGER NOT NULL DEFAULT 1,  -- grows with every change; guards every write
  attempts        INTEGER NOT NULL DEFAULT 0,  -- how often recovery released it
  next_attempt_at INTEGER NOT NULL DEFAULT 0,  -- recovery skips it until then
  lease_token     TEXT NOT NULL DEFAULT '',
  lease_until     INTEGER NOT NULL DEFAULT 0,
  parent_id       TEXT REFERENCES submissions (id),
  commit_sha      TEXT,
  folder          TEXT NOT NULL DEFAULT '',    -- where the skill was found; may be below skill_path
  digest          TEXT,
  verdict         TEXT,
  score           INTEGER,
  reason_code     TEXT,
  reason          TEXT,
  details         TEXT,                        -- JSON: manifest problems, blocked entry, children …
  skill_slug      TEXT,
  skill_version   TEXT,
  submitted_by    TEXT NOT NULL,
  email           TEXT,                        -- never shown; can be deleted
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  rested_at       INTEGER
) STRICT;

CREATE UNIQUE INDEX submissions_one_open ON submissions (source_url, skill_path, upload_digest)
  WHERE state IN ('RECEIVED', 'TIER1_SCANNING', 'TIER2_SCANNING', 'NEEDS_REVIEW', 'AUTO_APPROVED', 'VENDOR_APPROVED');
CREATE INDEX submissions_by_state ON submissions (state, updated_at);
CREATE INDEX submissions_by_source ON submissions (source_url, skill_path, created_at);
CREATE INDEX submissions_by_age ON submissions (created_at, id);
CREATE INDEX submissions_by_parent ON submissions (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX submissions_by_digest ON submissions (digest) WHERE digest IS NOT NULL;
CREATE INDEX submissions_by_upload ON submissions (upload_digest) WHERE upload_digest <> '';

-- Append-only: who moved a submission, why, from where to where.
CREATE TABLE submission_events (
  seq           INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id      TEXT NOT NULL UNIQUE,
  submission_id TEXT NOT NULL REFERENCES submissions (id),
  version       INTEGER NOT NULL,
  from_state    TEXT NOT NULL,                 -- '' for the first
  to_state      TEXT NOT NULL,
  trigger       TEXT NOT NULL,
  actor         TEXT NOT NULL,
  reason_code   TEXT,
  reason        TEXT,
  at            INTEGER NOT NULL,
  UNIQUE (submission_id, version)
) STRICT;

-- Effects that must follow a commit, one row each. `wanted` grows with each commit that requests it, `done` is the last
-- one carried out. written_at serves KV's limit of one write per key and second.
CREATE TABLE outbox (
  kind          TEXT NOT NULL CHECK (kind IN ('submission-document', 'skill-document', 'queue-message')),
  key           TEXT NOT NULL,
  wanted        INTEGER NOT NULL DEFAULT 1,
  done          INTEGER NOT NULL DEFAULT 0,
  due_at        INTEGER NOT NULL,
  claimed_until INTEGER NOT NULL DEFAULT 0,
  written_at    INTEGER NOT NULL DEFAULT 0,
  attempts      INTEGER NOT NULL DEFAULT 0,
  last_error    TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (kind, key)
) STRICT;
CREATE INDEX outbox_pending ON outbox (due_at) WHERE wanted > done;

CREATE TABLE skills (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  slug           TEXT NOT NULL UNIQUE,         -- owner/repo/skill; belongs to one source
  source_url     TEXT NOT NULL,
  skill_path     TEXT NOT NULL DEFAULT '',
  owner          TEXT NOT NULL,
  repo           TEXT NOT NULL,
  name           TEXT NOT NULL,
  description    TEXT NOT NULL,
  license        TEXT,
  tags           TEXT NOT NULL DEFAULT '[]',
  category       TEXT NOT NULL DEFAULT 'other',
  status         TEXT NOT NULL DEFAULT 'live' CHECK (status IN ('live', 'taken_down')),
  status_reason  TEXT,
  latest_version TEXT,
  revision       INTEGER NOT NULL DEFAULT 1,   -- grows with every change; also in the KV document
  write_id       TEXT NOT NULL DEFAULT '',     -- id of the last batch that wrote the row; guards the other statements of that batch
  installs       INTEGER NOT NULL DEFAULT 0,
  created_at     INTEGER NOT NULL,
  updated_at     INTEGER NOT NULL
) STRICT;
CREATE INDEX skills_by_owner ON skills (owner, slug);
CREATE INDEX skills_by_source ON skills (source_url, skill_path);
CREATE INDEX skills_by_update ON skills (status, updated_at, id);

CREATE TABLE skill_versions (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  skill_id        INTEGER NOT NULL REFERENCES skills (id),
  version         TEXT NOT NULL,
  digest          TEXT NOT NULL,
  commit_sha      TEXT,
  submission_id   TEXT NOT NULL REFERENCES submissions (id),
  verdict         TEXT NOT NULL,
  score           INTEGER NOT NULL,
  engine          TEXT NOT NULL,
  approved_by     TEXT NOT NULL CHECK (approved_by IN ('engine', 'person', 'vendor')),
  tainted_reason  TEXT,
  yanked_at       INTEGER,
  yanked_reason   TEXT,
  files           TEXT NOT NULL,               -- JSON [{path, size, sha256, executable}]
  forms           TEXT NOT NULL,               -- JSON: install archives, each with size and digest
  published_at    INTEGER NOT NULL,
  certified_at    INTEGER NOT NULL,
  UNIQUE (skill_id, digest),
  UNIQUE (skill_id, version)
) STRICT;
CREATE INDEX skill_versions_by_digest ON skill_versions (digest);

CREATE TABLE skill_aliases (
  old_slug   TEXT PRIMARY KEY,
  slug       TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- One report for each content, depth and engine: a verdict holds only for the bytes and rules that it was made from.
CREATE TABLE scan_reports (
  digest     TEXT NOT NULL,
  depth      TEXT NOT NULL CHECK (depth IN ('static', 'deep')),
  engine     TEXT NOT NULL,
  verdict    TEXT NOT NULL,
  score      INTEGER NOT NULL,
  complete   INTEGER NOT NULL,
  report     TEXT,                             -- JSON, or NULL when it is stored in R2 because of its size
  created_at INTEGER NOT NULL,
  PRIMARY KEY (digest, depth, engine)
) STRICT;

CREATE TABLE external_scans (
  id             TEXT PRIMARY KEY,
  digest         TEXT NOT NULL,
  provider       TEXT NOT NULL,
  status         TEXT NOT NULL CHECK (status IN ('pending', 'running', 'done', 'timed_out')),
  verdict        TEXT,
  critical_count INTEGER NOT NULL DEFAULT 0,
  result         TEXT,                         -- JSON: the findings, or why the scanner could not scan
  delivery_id    TEXT NOT NULL DEFAULT '',     -- the webhook delivery with the result
  claimed_by     TEXT NOT NULL DEFAULT '',     -- who scans: the id of a token, or of a push
  lease_until    INTEGER NOT NULL DEFAULT 0,
  releases       INTEGER NOT NULL DEFAULT 0,   -- times that a claim ended without a result
  requested_at   INTEGER NOT NULL,
  updated_at     INTEGER NOT NULL,
  UNIQUE (digest, provider)
) STRICT;
CREATE INDEX external_scans_waiting ON external_scans (provider, status, requested_at);
CREATE INDEX external_scans_by_status ON external_scans (status, updated_at);

-- Accepted deliveries. The primary key rejects a replayed one.
CREATE TABLE webhook_deliveries (
  delivery_id TEXT PRIMARY KEY,
  at          INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (at);

CREATE TABLE repo_health (
  repo_url   TEXT PRIMARY KEY,
  status     TEXT NOT NULL CHECK (status IN ('ONLINE', 'STALE', 'ARCHIVED', 'MOVED', 'OFFLINE', 'UNKNOWN')),
  detail     TEXT NOT NULL DEFAULT '',
  checked_at INTEGER NOT NULL
) STRICT;
CREATE INDEX repo_health_by_age ON repo_health (checked_at);

-- A NULL field matches anything.
CREATE TABLE blocklist (
  id          TEXT PRIMARY KEY,
  skill_name  TEXT,
  source_url  TEXT,
  digest      TEXT,
  owner       TEXT,
  threat_type TEXT NOT NULL,
  severity    TEXT NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  reason      TEXT NOT NULL,
  evidence    TEXT NOT NULL DEFAULT '[]',
  created_by  TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  removed_at  INTEGER,
  CHECK (skill_name IS NOT NULL OR source_url IS NOT NULL OR digest IS NOT NULL OR owner IS NOT NULL)
) STRICT;
CREATE INDEX blocklist_by_name ON blocklist (skill_name) WHERE removed_at IS NULL;
CREATE INDEX blocklist_by_digest ON blocklist (digest) WHERE removed_at IS NULL;
CREATE INDEX blocklist_by_owner ON blocklist (owner) WHERE removed_at IS NULL;
CREATE INDEX blocklist_by_source ON blocklist (source_url) WHERE removed_at IS NULL;

CREATE TABLE dead_letters (
  id            TEXT PRIMARY KEY,
  submission_id TEXT,
  body          TEXT NOT NULL,
  attempts      INTEGER NOT NULL,
  received_at   INTEGER NOT NULL,
  replayed_at   INTEGER,
  replayed_by   TEXT
) STRICT;
CREATE INDEX dead_letters_by_age ON dead_letters (received_at);

CREATE TABLE api_tokens (
  id           TEXT PRIMARY KEY,
  hash         TEXT NOT NULL UNIQUE,           -- SHA-256 of the token; the token itself is not stored
  owner        TEXT NOT NULL,
  scopes       TEXT NOT NULL,                  -- JSON array
  label        TEXT NOT NULL DEFAULT '',
  created_by   TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER,
  revoked_at   INTEGER,
  last_used_at INTEGER
) STRICT;

CREATE TABLE audit_log (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  actor   TEXT NOT NULL,
  action  TEXT NOT NULL,
  subject TEXT NOT NULL,
  reason  TEXT NOT NULL DEFAULT '',
  detail  TEXT NOT NULL DEFAULT '{}',
  at      INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_log_by_subject ON audit_log (subject, at);

-- Verified publishers. Verification adds to a scan and never replaces one.
CREATE TABLE vendors (
  owner       TEXT PRIMARY KEY,
  verified_by TEXT NOT NULL,
  verified_at INTEGER NOT NULL
) STRICT;

-- When each job last started and last succeeded, so that a job that no longer runs is visible.
CREATE TABLE jobs (
  name         TEXT PRIMARY KEY,
  started_at   INTEGER NOT NULL DEFAULT 0,
  succeeded_at INTEGER NOT NULL DEFAULT 0,
  last_error   TEXT NOT NULL DEFAULT '',
  detail       TEXT NOT NULL DEFAULT '{}'
) STRICT;

-- Switches that must never outlive their expiry.
CREATE TABLE switches (
  name       TEXT PRIMARY KEY,
  set_by     TEXT NOT NULL,
  reason     TEXT NOT NULL DEFAULT '',
  set_at     INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

-- Names without the repository (npm, ClawHub). The first publication under a name keeps it.
CREATE TABLE short_names (
  name       TEXT PRIMARY KEY,                 -- owner/skill
  slug       TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
