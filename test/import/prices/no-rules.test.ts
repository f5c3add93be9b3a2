import { expect, test } from 'vitest';
import { readPrice } from '../../../src/shop/catalog/supplier/price.ts';
import { catalogue, csv, type Row } from '../price-list.ts';

const shop = catalogue();

type Offer = { ean: string; cents: number; pieces: number };

const suppliers = ['alpha', 'beta', 'gamma'] as const;

function eanOf(number: number): string {
  const digits = String(640_000_000_000 + number);
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Offers of one to three suppliers for each tire, in an order of prices and pieces that repeats after 90,000 tires. */
function offersOf(tire: number): Offer[] {
  return suppliers.slice(0, 1 + (tire % 3)).map((_, index) => ({
    ean: eanOf(tire),
    cents: 1_000 + ((tire * 7_919 + index * 104_729) % 90_000),
    pieces: (tire * 5 + index * 3) % 9,
  }));
}

const priceText = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** The cheapest offer of four pieces, else of any. */
function expectedPrice(offers: readonly Offer[]): number {
  const atLeast = (pieces: number) => offers.filter((offer) => offer.pieces >= pieces);
  const choices = [atLeast(4), atLeast(1), offers].find(({ length }) => length > 0) ?? [];
  return Math.min(...choices.map(({ cents }) => cents));
}

test('without rules, 10,000 rows with costs and recommended prices have the prices of the lists, to the cent', async () => {
  const count = 5_000;
  const [rows, extra]: [Row[], string[]] = [[], []];
  const expected = new Map<string, number>();
  for (let tire = 0; tire < count; tire++) {
    const offers = offersOf(tire);
    for (const [index, { ean, cents, pieces }] of offers.entries()) {
      const stock = { stock_ringtee: '0', stock_supplier: `${pieces}` };
      rows.push({ supplier: suppliers[index] ?? '', supplier_sku: `S${tire}`, ean, price: priceText(cents), ...stock });
      extra.push(tire % 50 === 0 ? ',' : `${priceText(Math.trunc(cents / 2))},${priceText(cents * 2)}`);
    }
    expected.set(eanOf(tire), expectedPrice(offers));
  }
  expect(rows.length).toBe(9_999);
  const [head, ...lines] = csv(rows).trimEnd().split('\n');
  const list = [`${head},cost_net,recommended`, ...lines.map((line, at) => `${line},${extra[at]}`)].join('\n');
  expect(await shop.importList(list)).toMatchObject({ added: rows.length, failed: 0, warnings: [] });

  const sold = await shop.db
    .selectFrom('tires')
    .select(['ean', 'price_cents', 'campaign', 'lowest_before_cents'])
    .execute();
  expect(sold).toHaveLength(count);
  const wrong = sold.filter(({ ean, price_cents }) => price_cents !== expected.get(ean ?? ''));
  expect(wrong).toEqual([]);
  expect(sold.filter(({ campaign, lowest_before_cents }) => campaign !== null || lowest_before_cents !== null)).toEqual(
    [],
  );
  const history = await shop.db.selectFrom('price_history').select(['rules_id', 'set_by']).distinct().execute();
  expect(history).toEqual([{ rules_id: null, set_by: null }]);
  expect(await shop.db.selectFrom('tire_prices').selectAll().execute()).toEqual([]);
});

test('100,000 prices of suppliers, with markup and VAT, are the same texts as by whole numbers', () => {
  const wrong: object[] = [];
  for (let row = 0; row < 100_000; row++) {
    const netCents = 1 + ((row * 7_919) % 300_000);
    const markupPercent = row % 41;
    const reading = readPrice(priceText(netCents), { vat: 'excluded', markupPercent, vatPercent: 24, decimal: '.' });
    const exact = netCents * (100 + markupPercent) * 124;
    const expected = priceText(Math.floor((exact + 5_000) / 10_000));
    if (!reading.ok || reading.value !== expected) wrong.push({ netCents, markupPercent, reading, expected });
  }
  expect(wrong).toEqual([]);
});
