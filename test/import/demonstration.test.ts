import { createReadStream } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { importPriceList } from '../../src/shop/catalog/import/import-price-list.server.ts';
import { catalogue, now } from './price-list.ts';

const shop = catalogue();

test('the demonstration list imports without warnings, and has tires that two wholesalers offer', async () => {
  const list = createReadStream('data/price-list.csv');
  const options = { now, branches: ['ringtee', 'annelinn'], demonstration: true };
  const report = await importPriceList(shop.database, list, options);
  expect(report).toMatchObject({ failed: 0, errors: [], warnings: [], refusal: null });
  const { rows } = await sql<{
    suppliers: number;
    hasOneEan: boolean;
    hasLowestPrice: boolean;
    supplierLocations: number;
  }>`
    select count(distinct s.supplier)::integer as suppliers, count(distinct s.ean) = 1 as "hasOneEan",
      t.price_cents = min(s.price_cents) as "hasLowestPrice",
      (select count(*)::integer from stock where tire_id = t.id and place like 'supplier:%' and on_hand > 0)
        as "supplierLocations"
    from tires t join tire_sources s on s.tire_id = t.id
    group by t.id having count(*) > 1`.execute(shop.db);
  expect(rows.length).toBe(report.joined);
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows)
    expect(row).toEqual({ suppliers: 2, hasOneEan: true, hasLowestPrice: true, supplierLocations: 2 });
});
