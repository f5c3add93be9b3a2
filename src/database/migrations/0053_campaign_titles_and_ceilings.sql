-- The title of the campaign that applies, in the languages of the shop: {"ee": …, "en": …, "ru": …}; null: no campaign.
alter table tires add column campaign jsonb;

-- Campaigns of rules that were applied without titles are called by their ids.
update price_rules set rules = jsonb_set(rules, '{campaigns}', (
  select jsonb_agg(jsonb_build_object('title', jsonb_build_object('ee', c->>'id', 'en', c->>'id', 'ru', c->>'id')) || c)
  from jsonb_array_elements(rules->'campaigns') c))
where jsonb_typeof(rules->'campaigns') = 'array' and rules->'campaigns' <> '[]';
