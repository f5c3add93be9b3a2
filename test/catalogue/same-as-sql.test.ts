import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/connect.server.ts';
import { openCatalogueStore } from '../../src/shop/catalog/catalogue.server.ts';
import { followCatalogue } from '../../src/shop/catalog/follow-catalogue.server.ts';
import { importPriceList } from '../../src/shop/catalog/import/import-price-list.server.ts';
import { sortIds } from '../../src/shop/catalog/list/filter.ts';
import type { FacetOption, ProductQuery } from '../../src/shop/catalog/list/product-query.ts';
import { seasonFilterIds } from '../../src/shop/catalog/road/season.ts';
import { searchTires } from '../../src/shop/catalog/search/search-tires.ts';
import { testDatabase } from '../support/database/database.ts';
import { createTireTable, searchInPostgres, speedsInOrder } from './plain-sql.ts';

const catalogue = openCatalogueStore();

const queries = 1_500;
/** The catalogue changes after each 250 queries. */
const queriesBetweenChanges = 250;
/** One of twelve lines of the demonstration list is imported. */
const sampleEvery = 12;

async function* sample(): AsyncGenerator<Buffer> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream('data/price-list.csv') })) {
    if (line % sampleEvery === 0) yield Buffer.from(`${text}\n`);
    line += 1;
  }
}

/** Queries that mostly have results: some filters with the values of one tire, a few with other values. */
const randomQuery: fc.Arbitrary<ProductQuery> = fc
  .record({
    tireIndex: fc.nat(),
    otherIndex: fc.nat(),
    fields: fc.subarray(['treadWidth', 'profile', 'diameter', 'season', 'manufacturer', 'more'] as const),
    more: fc.subarray(
      ['load', 'speed', 'fuel', 'wet', 'noise', 'snow', 'ice', 'runflat', 'xl', 'van', 'branch', 'price'] as const,
      {
        maxLength: 4,
      },
    ),
    severalManufacturers: fc.boolean(),
    anySeason: fc.option(fc.constantFrom(...seasonFilterIds), { freq: 4 }),
    branch: fc.constantFrom('ringtee', 'annelinn', 'elsewhere'),
    lowestCents: fc.integer({ min: 30_00, max: 400_00 }),
    // With a negative width no price is in the range.
    rangeWidthCents: fc.integer({ min: -1_00, max: 200_00 }),
    sort: fc.constantFrom(...sortIds),
    limit: fc.constantFrom(1, 24, 100),
    offset: fc.constantFrom(0, 0, 24, 300),
  })
  .map(
    ({
      tireIndex,
      otherIndex,
      fields,
      more,
      severalManufacturers,
      anySeason,
      branch,
      lowestCents,
      rangeWidthCents,
      sort,
      limit,
      offset,
    }) => {
      const { tires } = catalogue.current();
      const [tire, other] = [tires[tireIndex % tires.length], tires[otherIndex % tires.length]];
      if (!tire || !other) throw new Error('an empty catalogue');
      const mainFilters = {
        treadWidth: tire.size.treadWidth,
        profile: tire.size.profile,
        diameter: tire.size.diameter,
        season: anySeason ?? tire.season,
        manufacturer: severalManufacturers
          ? [tire.manufacturer.id, other.manufacturer.id, 'unknown']
          : tire.manufacturer.id,
      };
      const moreFilters = {
        load: Number.parseInt(tire.loadIndex, 10),
        speed: tire.speedIndex,
        fuel: tire.label?.fuel ?? 'C',
        wet: tire.label?.wet ?? 'D',
        noise: tire.label?.noiseDb ?? 71,
        snow: '1',
        ice: '1',
        runflat: '1',
        xl: '1',
        van: '1',
        branch,
      } as const;
      const price = { priceFrom: lowestCents / 100, priceTo: (lowestCents + rangeWidthCents) / 100 };
      const query: Record<string, unknown> = { sort, limit, offset };
      for (const field of fields) if (field !== 'more') query[field] = mainFilters[field];
      if (fields.includes('more')) {
        for (const field of more) Object.assign(query, field === 'price' ? price : { [field]: moreFilters[field] });
      }
      return query as ProductQuery;
    },
  );

test(`the catalogue in memory and PostgreSQL give the same results for ${queries} random filters, sorts and pages, also after sales`, async () => {
  const { url, drop } = await testDatabase();
  onTestFinished(drop);
  const db = openDatabase(url);
  onTestFinished(db.close);
  const branches = ['ringtee', 'annelinn'];
  const report = await importPriceList(db, Readable.from(sample()), { now: new Date(), branches });
  expect(report).toMatchObject({ failed: 0, refusal: null });
  const onError = vi.fn();
  const following = await followCatalogue({ catalogue, db, url, locations: [...branches, 'supplier'], onError });
  onTestFinished(following.stop);
  await createTireTable(db.kysely);

  let queryCount = 0;
  let listedTires = 0;
  await fc.assert(
    fc.asyncProperty(randomQuery, async (query) => {
      if (queryCount % queriesBetweenChanges === queriesBetweenChanges - 1) await changeCatalogue();
      queryCount += 1;
      const { items, total, facets, withoutFilter } = searchTires(catalogue.current(), query);
      const expected = await searchInPostgres(db.kysely, query);
      listedTires += total;
      expect({ query, total, ids: items.map(({ id }) => id) }).toEqual({
        query,
        total: expected.ids.length,
        ids: expected.ids.slice(query.offset, query.offset + query.limit),
      });
      const { price, ...countedFacets } = facets;
      for (const [field, options] of Object.entries(countedFacets)) {
        const exact = expected.facets[field] ?? [];
        const counts = new Map(cumulativeCounts(field, exact).map(({ id, count }) => [id, count]));
        expect({ query, field, counts: nonZeroCounts(options) }).toEqual({ query, field, counts });
      }
      expect({ query, price }).toEqual({ query, price: expected.price });
      for (const [field, count] of Object.entries(withoutFilter ?? {})) {
        expect({ query, field, count }).toEqual({ query, field, count: expected.failing[field] ?? 0 });
      }
      expect(withoutFilter === undefined).toBe(total > 0);
    }),
    { numRuns: queries, endOnFailure: true },
  );
  expect(queryCount).toBe(queries);
  expect(listedTires).toBeGreaterThan(queries * 5);
  expect(onError).not.toHaveBeenCalled();

  /** Changes the stock, price and sale of some tires, and waits until the catalogue in memory has followed. */
  async function changeCatalogue() {
    // Every second time only stock changes. Tires then keep their positions in memory.
    const changesTires = queryCount % (2 * queriesBetweenChanges) < queriesBetweenChanges;
    await sql`
      with picked as (
        select id, row_number() over () as n from (select id from tires order by random() limit 12) any_tires
      ), sold as (
        update stock set on_hand = case when n % 3 = 0 then held + 4 else 0 end from picked where tire_id = id and n < 9
      ), priced as (
        update tires t set price_cents = t.price_cents + 100 from picked where t.id = picked.id and n = 9 and ${changesTires}
      )
      update tires t set on_sale = not t.on_sale from picked where t.id = picked.id and n > 9 and ${changesTires}`.execute(
      db.kysely,
    );
    // A reload that was running during the change may show the first price; one that shows the second began after it.
    for (const _ of ['first', 'second']) {
      const { rows } = await sql<{ id: string; price_cents: number }>`
        update tires set price_cents = price_cents + 1 where id = (select min(id) from tires where on_sale)
        returning id, price_cents`.execute(db.kysely);
      await sql`select pg_notify('catalogue', 'all')`.execute(db.kysely);
      const [marked] = rows;
      const priceInMemory = () => catalogue.current().tires.find(({ id }) => id === marked?.id)?.price;
      await vi.waitFor(() => expect(priceInMemory()).toBe((marked?.price_cents ?? 0) / 100), {
        timeout: 30_000,
        interval: 5,
      });
    }
    await createTireTable(db.kysely);
  }
});

function nonZeroCounts(options: readonly FacetOption[]): Map<string, number> {
  return new Map(options.filter(({ count }) => count > 0).map(({ id, count }) => [id, count]));
}

/** A filter by load, speed, label class or noise also matches all better values: adds the counts of these. */
function cumulativeCounts(field: string, exact: readonly { id: string; count: number }[]) {
  const rank: Record<string, (id: string) => number> = {
    load: (id) => -Number(id),
    speed: (id) => -speedsInOrder.indexOf(id),
    fuel: (id) => id.charCodeAt(0),
    wet: (id) => id.charCodeAt(0),
    noise: Number,
  };
  const rankOf = rank[field];
  if (!rankOf) return exact;
  return exact.map(({ id }) => ({
    id,
    count: exact.filter((other) => rankOf(other.id) <= rankOf(id)).reduce((sum, { count }) => sum + count, 0),
  }));
}
