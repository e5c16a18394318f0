-- Who yanked a version: its owner may restore only what the owner yanked. The audit log says it for older yanks. An actor
-- that is not a token of the owner's was an operator.
ALTER TABLE skill_versions ADD COLUMN yanked_by TEXT CHECK (yanked_by IN ('owner', 'operator'));

UPDATE skill_versions SET yanked_by = CASE
  WHEN (
    SELECT actor FROM audit_log
    WHERE action = 'version.yank'
      AND subject = (SELECT slug FROM skills WHERE id = skill_versions.skill_id) || '@' || skill_versions.version
    ORDER BY id DESC LIMIT 1
  ) IN (SELECT id FROM api_tokens WHERE scopes NOT LIKE '%"admin"%')
  THEN 'owner' ELSE 'operator' END
WHERE yanked_at IS NOT NULL;
