-- The shop shows the real percentage of a reduction, which a title must not contradict. Titles with a percentage become the ids of their campaigns.
update price_rules set rules = jsonb_set(rules, '{campaigns}', (
  select jsonb_agg(case when c->>'title' like '%\%%'
    then c || jsonb_build_object('title', jsonb_build_object('ee', c->>'id', 'en', c->>'id', 'ru', c->>'id')) else c end order by n)
  from jsonb_array_elements(rules->'campaigns') with ordinality as campaigns (c, n)))
where jsonb_typeof(rules->'campaigns') = 'array' and rules->>'campaigns' like '%\%%';

update tires t set campaign = jsonb_build_object('ee', p.campaign, 'en', p.campaign, 'ru', p.campaign)
from tire_prices p
where p.tire_id = t.id and t.campaign::text like '%\%%';
