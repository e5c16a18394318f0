-- Registry context: data about other owners' skills, used when a skill is scanned.

-- Fingerprints: keyed hashes of a few lines of each published skill, for near-duplicate lookup. Rows are never deleted:
-- `since` shows which skill had a line first, also after that skill has changed.
CREATE TABLE skill_marks (
  mark     INTEGER NOT NULL,
  skill_id INTEGER NOT NULL REFERENCES skills (id) ON DELETE CASCADE,
  since    INTEGER NOT NULL,
  PRIMARY KEY (mark, skill_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX skill_marks_by_age ON skill_marks (mark, since);

-- Registry-context findings per content and owner. The content's own report is shared by all owners.
CREATE TABLE registry_findings (
  digest     TEXT NOT NULL,
  engine     TEXT NOT NULL,
  owner      TEXT NOT NULL,
  verdict    TEXT NOT NULL,
  score      INTEGER NOT NULL,
  complete   INTEGER NOT NULL,
  findings   TEXT NOT NULL,                    -- JSON
  created_at INTEGER NOT NULL,
  PRIMARY KEY (digest, engine, owner)
) STRICT, WITHOUT ROWID;
