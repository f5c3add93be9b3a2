-- EANs are stored without leading zeros, so that a UPC of 12 digits and the same number as an EAN of 13 digits are one row.
delete from competitor_prices older using competitor_prices newer
where older.source = newer.source and ltrim(older.ean, '0') = ltrim(newer.ean, '0')
  and (older.day, older.at, older.ean) < (newer.day, newer.at, newer.ean);

update competitor_prices set ean = ltrim(ean, '0') where ean like '0%';
