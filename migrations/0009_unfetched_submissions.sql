-- For the hourly deletion of old submissions of which nothing was ever fetched or uploaded.
CREATE INDEX submissions_unfetched ON submissions (updated_at, id)
  WHERE digest IS NULL AND upload_digest = '' AND parent_id IS NULL;
