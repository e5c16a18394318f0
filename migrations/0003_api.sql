-- Data of the API and the other protocols: catalogue changes, installs, abuse reports, device authorizations.

-- The history of the catalogue. Its highest seq is the catalogue's revision: caches of derived data are valid until it
-- changes. Triggers insert the rows, so that no code path can forget them. The triggers are on tables whose change counts
-- no code uses, because D1 adds a trigger's rows to the count of the statement that fired it.
CREATE TABLE skill_changes (
  seq     INTEGER PRIMARY KEY AUTOINCREMENT,
  slug    TEXT NOT NULL,
  version TEXT,                                -- NULL: the whole skill
  kind    TEXT NOT NULL CHECK (kind IN ('published', 'updated', 'yanked', 'restored', 'taken_down', 'verdict_changed')),
  at      INTEGER NOT NULL
) STRICT;
CREATE INDEX skill_changes_by_slug ON skill_changes (slug, seq);

CREATE TRIGGER skill_changes_publish AFTER INSERT ON skill_versions BEGIN
  INSERT INTO skill_changes (slug, version, kind, at)
  SELECT slug, NEW.version,
    IIF(EXISTS (SELECT 1 FROM skill_versions WHERE skill_id = NEW.skill_id AND id <> NEW.id), 'updated', 'published'),
    NEW.published_at
  FROM skills WHERE id = NEW.skill_id;
END;

CREATE TRIGGER skill_changes_verdict AFTER UPDATE OF verdict, score, approved_by ON skill_versions
WHEN OLD.verdict IS NOT NEW.verdict OR OLD.score IS NOT NEW.score OR OLD.approved_by IS NOT NEW.approved_by
BEGIN
  INSERT INTO skill_changes (slug, version, kind, at)
  SELECT slug, NEW.version, 'verdict_changed', NEW.certified_at FROM skills WHERE id = NEW.skill_id;
END;

-- An action's audit row is written in the action's own batch, and only if the action succeeds.
CREATE TRIGGER skill_changes_action AFTER INSERT ON audit_log
WHEN NEW.action IN ('version.yank', 'version.restore', 'skill.take-down', 'skill.restore')
BEGIN
  INSERT INTO skill_changes (slug, version, kind, at)
  SELECT
    IIF(INSTR(NEW.subject, '@') > 0, SUBSTR(NEW.subject, 1, INSTR(NEW.subject, '@') - 1), NEW.subject),
    IIF(INSTR(NEW.subject, '@') > 0, SUBSTR(NEW.subject, INSTR(NEW.subject, '@') + 1), NULL),
    CASE NEW.action WHEN 'version.yank' THEN 'yanked' WHEN 'skill.take-down' THEN 'taken_down' ELSE 'restored' END,
    NEW.at;
END;

-- A taint names a content digest. Its audit row is written before the versions with that digest are marked.
CREATE TRIGGER skill_changes_taint AFTER INSERT ON audit_log WHEN NEW.action = 'version.taint' BEGIN
  INSERT INTO skill_changes (slug, version, kind, at)
  SELECT s.slug, v.version, 'verdict_changed', NEW.at FROM skill_versions v JOIN skills s ON s.id = v.skill_id
  WHERE v.digest = NEW.subject AND v.tainted_reason IS NULL;
END;

-- One row for each client, version and day; the client is a keyed hash. skills.installs is their number.
CREATE TABLE install_events (
  skill_id INTEGER NOT NULL REFERENCES skills (id),
  version  TEXT NOT NULL,
  day      TEXT NOT NULL,                      -- UTC, YYYY-MM-DD
  client   TEXT NOT NULL,
  source   TEXT NOT NULL,
  PRIMARY KEY (skill_id, version, day, client)
) STRICT, WITHOUT ROWID;

-- Archives served, including repeated downloads: traffic, not popularity.
CREATE TABLE download_counts (
  skill_id INTEGER NOT NULL REFERENCES skills (id),
  version  TEXT NOT NULL,
  day      TEXT NOT NULL,
  count    INTEGER NOT NULL,
  PRIMARY KEY (skill_id, version, day)
) STRICT, WITHOUT ROWID;

-- Installation keys: random, created once. The salt of client hashes must last longer than a day (L65).
CREATE TABLE own_keys (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- Abuse reports about a skill, for the operators.
CREATE TABLE skill_reports (
  id          TEXT PRIMARY KEY,
  slug        TEXT NOT NULL,
  version     TEXT,
  kind        TEXT NOT NULL CHECK (kind IN ('malware', 'impersonation', 'broken', 'licence', 'appeal', 'other')),
  message     TEXT NOT NULL,
  contact     TEXT,
  reported_by TEXT NOT NULL,
  status      TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  answer      TEXT,
  created_at  INTEGER NOT NULL,
  closed_at   INTEGER
) STRICT;
CREATE INDEX skill_reports_by_status ON skill_reports (status, created_at);

-- RFC 8628. The device code is stored as a hash. The token is created when the device fetches it, so it is never stored.
CREATE TABLE device_codes (
  code_hash   TEXT PRIMARY KEY,
  user_code   TEXT NOT NULL UNIQUE,
  owner       TEXT,                            -- set when a user has confirmed
  scopes      TEXT,                            -- JSON array, likewise
  approved_by TEXT,
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL,
  claimed_at  INTEGER
) STRICT;

-- Uploaded files of ClawHub's two-step upload. Their bytes are in R2 until they are published or expire.
CREATE TABLE upload_tickets (
  id         TEXT PRIMARY KEY,
  token_id   TEXT NOT NULL,
  size       INTEGER NOT NULL,
  sha256     TEXT NOT NULL,
  stored_at  INTEGER,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX upload_tickets_by_expiry ON upload_tickets (expires_at);

-- Installable skills only: those with a version that is not yanked. Counts and pages read only these index entries.
CREATE INDEX skills_offered ON skills (status, id) WHERE latest_version IS NOT NULL;
CREATE INDEX skills_by_name ON skills (status, name, id) WHERE latest_version IS NOT NULL;
CREATE INDEX skills_by_installs ON skills (status, installs, id) WHERE latest_version IS NOT NULL;
CREATE INDEX skills_by_category ON skills (status, category, updated_at, id) WHERE latest_version IS NOT NULL;
CREATE INDEX skills_by_short_name ON skills (name, owner);
