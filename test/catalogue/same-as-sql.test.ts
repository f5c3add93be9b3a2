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
import { seasonIds } from '../../src/shop/catalog/road/season.ts';
import { searchTires } from '../../src/shop/catalog/search/search-tires.ts';
import { testDatabase } from '../support/database/database.ts';
import { askDatabase, readTires, speedsInOrder } from './plain-sql.ts';

const catalogue = openCatalogueStore();

const queries = 5_000;
const between = 250;
const everyTwelfth = 12;

async function* sample(): AsyncGenerator<Buffer> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream('data/price-list.csv') })) {
    if (line % everyTwelfth === 0) yield Buffer.from(`${text}\n`);
    line += 1;
  }
}

/** Filters with common results: values of one tire, some of them changed, in varying number. */
const asked: fc.Arbitrary<ProductQuery> = fc
  .record({
    tire: fc.nat(),
    other: fc.nat(),
    kept: fc.subarray(['treadWidth', 'profile', 'diameter', 'season', 'manufacturer', 'more'] as const),
    more: fc.subarray(
      ['load', 'speed', 'fuel', 'wet', 'noise', 'snow', 'ice', 'runflat', 'xl', 'branch', 'price'] as const,
      {
        maxLength: 4,
      },
    ),
    several: fc.boolean(),
    anySeason: fc.option(fc.constantFrom(...seasonIds), { freq: 4 }),
    branch: fc.constantFrom('ringtee', 'annelinn', 'elsewhere'),
    cents: fc.tuple(fc.integer({ min: 30_00, max: 400_00 }), fc.integer({ min: -1_00, max: 200_00 })),
    sort: fc.constantFrom(...sortIds),
    limit: fc.constantFrom(1, 24, 100),
    offset: fc.constantFrom(0, 0, 24, 300),
  })
  .map(({ tire: at, other: atOther, kept, more, several, anySeason, branch, cents, sort, limit, offset }) => {
    const { tires } = catalogue.current();
    const [tire, other] = [tires[at % tires.length], tires[atOther % tires.length]];
    if (!tire || !other) throw new Error('an empty catalogue');
    const five = {
      treadWidth: tire.size.treadWidth,
      profile: tire.size.profile,
      diameter: tire.size.diameter,
      season: anySeason ?? tire.season,
      manufacturer: several ? [tire.manufacturer.id, other.manufacturer.id, 'unknown'] : tire.manufacturer.id,
    };
    const panel = {
      load: Number.parseInt(tire.loadIndex, 10),
      speed: tire.speedIndex,
      fuel: tire.label?.fuel ?? 'C',
      wet: tire.label?.wet ?? 'D',
      noise: tire.label?.noiseDb ?? 71,
      snow: '1',
      ice: '1',
      runflat: '1',
      xl: '1',
      branch,
    } as const;
    const price = { priceFrom: cents[0] / 100, priceTo: (cents[0] + cents[1]) / 100 };
    const query: Record<string, unknown> = { sort, limit, offset };
    for (const field of kept) if (field !== 'more') query[field] = five[field];
    if (kept.includes('more')) {
      for (const field of more) Object.assign(query, field === 'price' ? price : { [field]: panel[field] });
    }
    return query as ProductQuery;
  });

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
  await readTires(db.kysely);
  const speeds = await speedsInOrder(db.kysely);

  let done = 0;
  let listed = 0;
  await fc.assert(
    fc.asyncProperty(asked, async (query) => {
      if (done % between === between - 1) await changeSome();
      done += 1;
      const { items, total, facets } = searchTires(catalogue.current(), query);
      const expected = await askDatabase(db.kysely, query);
      listed += total;
      expect({ query, total, ids: items.map(({ id }) => id) }).toEqual({
        query,
        total: expected.ids.length,
        ids: expected.ids.slice(query.offset, query.offset + query.limit),
      });
      const { price, ...options } = facets;
      for (const [field, found] of Object.entries(options)) {
        const exact = expected.facets[field] ?? [];
        const counts = new Map(grown(field, exact, speeds).map(({ id, count }) => [id, count]));
        expect({ query, field, counts: counted(found) }).toEqual({ query, field, counts });
      }
      expect({ query, price }).toEqual({ query, price: expected.price });
    }),
    { numRuns: queries, endOnFailure: true },
  );
  expect(done).toBe(queries);
  expect(listed).toBeGreaterThan(queries * 5);
  expect(onError).not.toHaveBeenCalled();

  /** Sales, new stock, another price, a tire off sale and one back; the process must follow. */
  async function changeSome() {
    // Every other time only sales, which do not move tires.
    const priced = done % (2 * between) < between;
    await sql`
      with picked as (
        select id, row_number() over () as n from (select id from tires order by random() limit 12) any_tires
      ), sold as (
        update stock set on_hand = case when n % 3 = 0 then held + 4 else 0 end from picked where tire_id = id and n < 9
      ), priced as (
        update tires t set price_cents = t.price_cents + 100 from picked where t.id = picked.id and n = 9 and ${priced}
      )
      update tires t set on_sale = not t.on_sale from picked where t.id = picked.id and n > 9 and ${priced}`.execute(
      db.kysely,
    );
    // A read during the change may contain part of it: a response with the first price began before, one with the second did not.
    for (const _ of ['first', 'second']) {
      const { rows } = await sql<{ id: string; price_cents: number }>`
        update tires set price_cents = price_cents + 1 where id = (select min(id) from tires where on_sale)
        returning id, price_cents`.execute(db.kysely);
      await sql`select pg_notify('catalogue', 'all')`.execute(db.kysely);
      const [marked] = rows;
      const shown = () => catalogue.current().tires.find(({ id }) => id === marked?.id)?.price;
      await vi.waitFor(() => expect(shown()).toBe((marked?.price_cents ?? 0) / 100), { timeout: 60_000, interval: 5 });
    }
    await readTires(db.kysely);
  }
});

function counted(options: readonly FacetOption[]): Map<string, number> {
  return new Map(options.filter(({ count }) => count > 0).map(({ id, count }) => [id, count]));
}

/** Index filters count every value at least as good, classes and noise every value no worse. */
function grown(field: string, exact: readonly { id: string; count: number }[], speeds: readonly string[]) {
  const rank: Record<string, (id: string) => number> = {
    load: (id) => -Number(id),
    speed: (id) => -speeds.indexOf(id),
    fuel: (id) => id.charCodeAt(0),
    wet: (id) => id.charCodeAt(0),
    noise: Number,
  };
  const of = rank[field];
  if (!of) return exact;
  return exact.map(({ id }) => ({
    id,
    count: exact.filter((other) => of(other.id) <= of(id)).reduce((sum, { count }) => sum + count, 0),
  }));
}
