-- Sessions that ended by signing out. Sessions are signed cookies: a copy of one would work until it expires.
CREATE TABLE ended_sessions (
  id         TEXT PRIMARY KEY,                 -- SHA-256 of the session's nonce
  expires_at INTEGER NOT NULL                  -- the cookie has expired by then, and the row is deleted
) STRICT, WITHOUT ROWID;

-- Failed sign-ins are counted in one row for each hour, and deleted after 90 days.
CREATE INDEX audit_log_failed_sign_ins ON audit_log (at) WHERE action = 'sign-in.failed';
