-- What is known of others' skills when one is scanned.

-- A few lines of each published skill, by keyed hashes: what a copy is found by. Rows are never taken back: `since`
-- tells who wrote a line first, and a skill that changes must not lose it.
CREATE TABLE skill_marks (
  mark     INTEGER NOT NULL,
  skill_id INTEGER NOT NULL REFERENCES skills (id) ON DELETE CASCADE,
  since    INTEGER NOT NULL,
  PRIMARY KEY (mark, skill_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX skill_marks_by_age ON skill_marks (mark, since);

-- What others' skills add to the report of a content, for one owner: the content's own report is everybody's.
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
