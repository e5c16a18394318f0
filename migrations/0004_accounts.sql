-- People who have signed in with GitHub, and the name that each publishes under. GitHub's number stays the same when a
-- login is renamed or given to someone else; the name here belongs to whoever signed in with it first.
CREATE TABLE accounts (
  github_id  INTEGER PRIMARY KEY,
  owner      TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  seen_at    INTEGER NOT NULL
) STRICT;
