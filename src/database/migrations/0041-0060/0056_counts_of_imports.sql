-- The last row of stock_changes when the import had locked the stock that it sets: counts with a higher id were made after the import.
-- Null: not known, as for imports before this column.
alter table imports add column last_stock_change bigint;

-- Tires that were owed by a supplier of the list, and whose count it did not have (their row was refused, or it has no counts) or may
-- have repeated: it says the same as the list before, and only counts by hand differ.
alter table imports add column uncounted_tires text[] not null default '{}';
