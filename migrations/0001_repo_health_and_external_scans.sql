-- What is known of a skill's repository, and what outside scanners were asked and said.

CREATE TABLE repo_health (
  repo_url   TEXT PRIMARY KEY,
  status     TEXT NOT NULL CHECK (status IN ('ONLINE', 'STALE', 'ARCHIVED', 'MOVED', 'OFFLINE', 'UNKNOWN')),
  detail     TEXT NOT NULL DEFAULT '',
  checked_at TEXT NOT NULL
) STRICT;
CREATE INDEX repo_health_by_age ON repo_health (checked_at);

CREATE TABLE external_scans (
  digest       TEXT NOT NULL,
  provider     TEXT NOT NULL,
  status       TEXT NOT NULL CHECK (status IN ('pending', 'running', 'done', 'timed_out')),
  verdict      TEXT,
  result       TEXT,
  requested_at TEXT NOT NULL,
  updated_at   TEXT NOT NULL,
  PRIMARY KEY (digest, provider)
) STRICT;
CREATE INDEX external_scans_waiting ON external_scans (status, requested_at);
