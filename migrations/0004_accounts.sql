-- Users who signed in with GitHub, and the name that each publishes under. GitHub's user id stays the same when a login
-- is renamed. The name here belongs to the user who first signed in with it, also if someone else later gets the login.
CREATE TABLE accounts (
  github_id  INTEGER PRIMARY KEY,
  owner      TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  seen_at    INTEGER NOT NULL
) STRICT;
