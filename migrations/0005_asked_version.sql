-- The number that an uploader asked for where SKILL.md names none: ClawHub's clients say it beside the files.
ALTER TABLE submissions ADD COLUMN asked_version TEXT;
