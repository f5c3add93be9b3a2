-- A pinned price may have a first and a last day, in Tallinn; null: no limit. Of several pins of a tire, the last one whose days contain
-- the day applies; `unpinned` ends all earlier ones.
alter table price_decisions add column valid_from date, add column valid_until date;
alter table price_decisions add check (kind = 'pinned' or (valid_from is null and valid_until is null));
alter table price_decisions add check (valid_from <= valid_until);
create index price_decisions_with_days on price_decisions (tire_id) where valid_from is not null or valid_until is not null;

-- The pin that set the price; null: none did.
alter table price_history add column pin_id bigint;

-- When prices last followed the days of pins; null: never.
alter table catalogue_state add column days_priced_at timestamptz;
