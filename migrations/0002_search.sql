-- Full text of published skills. Written in the batch that publishes, so that it neither lags nor keeps removed skills.
-- rowid is skills.id.
CREATE VIRTUAL TABLE skill_search USING fts5 (
  name, description, tags, headings, body,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE skill_search_trigram USING fts5 (slug, description, tokenize = 'trigram');
