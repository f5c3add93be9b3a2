import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CollectionDaysWithTexts } from '../../../src/messages/collection-texts.server.ts';
import type { SupplierDeclaration } from '../../../src/shop/catalog/supplier/declaration.ts';
import type { Product } from '../../../src/shop/catalog/tire/tire.ts';
import { collectionDayAt } from '../../../src/shop/checkout/place/collection-days.ts';
import { semicolonCsv } from '../../import/suppliers/examples.ts';
import { idOf, modelsOfOneSize } from '../../support/catalogue/shop-catalogue.ts';
import { form } from '../../support/orders/order-form.ts';
import { wholeShop } from '../../support/shop.ts';

let now = new Date('2026-11-23T10:00:00Z');
/** The supplier of the catalogue takes orders until 11:00 on Mondays and Thursdays, and brings tires in two working days. */
const order: SupplierDeclaration['order'] = {
  by: 'list',
  email: 'orders@latakko.example',
  cutOff: '11:00',
  days: ['mon', 'thu'],
};
const { schedule: _, ...unscheduled } = semicolonCsv;
const shop = wholeShop({}, { now: () => now, suppliers: [{ ...unscheduled, id: 'latakko', order }] });

/** Tires that no test has ordered: four at Ringtee, twenty at the supplier. */
const unsold = [...modelsOfOneSize];

const read = async <T>(path: string) => JSON.parse((await shop.get(path)).text) as T;

test.each([
  ['Monday, before the cut-off', '2026-11-23T08:59:00Z', 1, '2026-11-23'],
  ['Monday, before the cut-off', '2026-11-23T08:59:00Z', 6, '2026-11-25'],
  ['Monday, at the cut-off', '2026-11-23T09:00:00Z', 6, '2026-11-30'],
  ['a minute before closing time', '2026-11-24T15:59:00Z', 1, '2026-11-24'],
  ['closing time', '2026-11-24T16:00:00Z', 1, '2026-11-25'],
  ['before midnight', '2026-11-24T21:59:00Z', 1, '2026-11-25'],
  ['after midnight', '2026-11-24T22:01:00Z', 1, '2026-11-25'],
  ['the weekend', '2026-11-28T10:00:00Z', 1, '2026-11-30'],
  ['the weekend', '2026-11-28T10:00:00Z', 6, '2026-12-02'],
  ['a public holiday', '2026-12-24T10:00:00Z', 1, '2026-12-28'],
  ['a public holiday', '2026-12-24T10:00:00Z', 6, '2026-12-30'],
])('at %s (%s) an order of %i tires promises the day that the shop shows', async (_when, instant, count, promised) => {
  now = new Date(instant);
  const ids = await Promise.all(unsold.splice(0, 2).map((model) => idOf(shop.db.kysely, model)));
  const collectionDays = await read<CollectionDaysWithTexts>('/api/v1/collection-days');
  const { items } = await read<{ items: Product[] }>(`/api/v1/products?${ids.map((id) => `id=${id}`).join('&')}`);
  const shown = collectionDayAt(
    items.map(({ stock }) => ({ stock, count })),
    'ringtee',
    collectionDays,
  );
  expect(typeof shown === 'string' ? shown : collectionDays.days[shown.dayIndex]).toBe(promised);
  const placed = await shop.request('/api/v1/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(form({ items: items.map(({ id, price }) => ({ id, count, price })) })),
  });
  expect(JSON.parse(placed.text)).toMatchObject({ order: { promisedOn: promised } });
});
