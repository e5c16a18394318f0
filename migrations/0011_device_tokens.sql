-- A token ends with the token that created it. Until now any token could confirm a device, and the device's token was not
-- bound to it: end those whose creator was revoked, directly or further back, and let none outlive its creator.
WITH RECURSIVE line (id, ancestor) AS (
  SELECT id, created_by FROM api_tokens WHERE label LIKE 'device ____-____'
  UNION
  SELECT line.id, parent.created_by FROM line JOIN api_tokens parent ON parent.id = line.ancestor
)
UPDATE api_tokens SET
  revoked_at = COALESCE(revoked_at, (
    SELECT MIN(revoked.revoked_at) FROM line JOIN api_tokens revoked ON revoked.id = line.ancestor
    WHERE line.id = api_tokens.id)),
  expires_at = MIN(expires_at, COALESCE((
    SELECT MIN(ending.expires_at) FROM line JOIN api_tokens ending ON ending.id = line.ancestor
    WHERE line.id = api_tokens.id), expires_at))
WHERE label LIKE 'device ____-____';
