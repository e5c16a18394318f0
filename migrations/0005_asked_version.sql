-- The version number that the uploader requested, for a SKILL.md without one. ClawHub's clients send it with the files.
ALTER TABLE submissions ADD COLUMN asked_version TEXT;
