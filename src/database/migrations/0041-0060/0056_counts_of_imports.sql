-- The last row of stock_changes when the import had locked the stock that it sets: counts with a higher id were made after the import.
-- Null: not known, as for imports before this column.
alter table imports add column last_stock_change bigint;
