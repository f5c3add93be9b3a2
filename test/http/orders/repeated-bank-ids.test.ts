import { expect, test } from 'vitest';
import { importStatement } from '../../../src/shop/bank/import-statement.server.ts';
import { statementOf } from '../../support/bank/statement.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();

const importOf = async (entries: Parameters<typeof statementOf>[0]) => {
  const result = await importStatement(testShopContext(shop.db), Buffer.from(statementOf(entries)), 'operator:kati');
  if (!result.ok) throw new Error(result.reason);
  return result.summary;
};
const transferOrder = async () => {
  const number = await shop.order({ paymentMethod: 'bank_transfer' });
  const orders = shop.db.selectFrom('orders').select('reference').where('number', '=', number);
  return { number, reference: (await orders.executeTakeFirstOrThrow()).reference };
};

test('two entries with the same id of the bank in one statement pay two orders, once each', async () => {
  const [first, second] = [await transferOrder(), await transferOrder()];
  const entries = [first, second].map(({ reference }) => ({ id: 'A', amount: '319.60', reference }));
  expect(await importOf(entries)).toEqual({ outcomes: { book: 2 }, bookedCents: 63920 });
  expect((await shop.ledger()).map(({ provider_ref }) => provider_ref)).toEqual(['A', 'A#2']);
  expect(await importOf(entries)).toEqual({ outcomes: { seen: 2 }, bookedCents: 0 });
});

test('entries with the same id of the bank are told apart in statements that have other ones of them, or another order', async () => {
  const orders = [await transferOrder(), await transferOrder(), await transferOrder()];
  const [first, second, third] = orders.map(({ reference }) => ({ id: 'A', amount: '319.60', reference }));
  if (!first || !second || !third) throw new Error('three orders are expected');
  expect(await importOf([first])).toEqual({ outcomes: { book: 1 }, bookedCents: 31960 });
  expect(await importOf([second])).toEqual({ outcomes: { book: 1 }, bookedCents: 31960 });
  expect(await importOf([third, second, first])).toEqual({ outcomes: { book: 1, seen: 2 }, bookedCents: 31960 });
  expect(await importOf([second, first, third])).toEqual({ outcomes: { seen: 3 }, bookedCents: 0 });
  for (const { number } of orders) expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed' });
});

test('two equal entries with the same id of the bank are two, once each', async () => {
  const entry = { id: 'A', amount: '50.00' };
  expect(await importOf([entry, entry])).toEqual({ outcomes: { unassigned: 2 }, bookedCents: 0 });
  expect(await importOf([entry, entry])).toEqual({ outcomes: { seen: 2 }, bookedCents: 0 });
  expect(await importOf([entry])).toEqual({ outcomes: { seen: 1 }, bookedCents: 0 });
});

test('the transactions of a collective entry are booked once, also if another statement has them in another order', async () => {
  const [first, second] = [await transferOrder(), await transferOrder()];
  const parts = [first, second].map(({ reference }) => ({ amount: '319.60', reference }));
  expect(await importOf([{ amount: '639.20', parts }])).toEqual({ outcomes: { book: 2 }, bookedCents: 63920 });
  expect(await importOf([{ amount: '639.20', parts: parts.toReversed() }])).toMatchObject({ outcomes: { seen: 2 } });
});

test('a statement that is imported again after its payers were erased books nothing', async () => {
  const { reference } = await transferOrder();
  const entries = [
    { amount: '319.60', reference },
    { id: 'B', text: 'rehvid' },
  ];
  await importOf(entries);
  await shop.db.updateTable('bank_entries').set({ payer_name: null, payer_iban: null, remittance: '' }).execute();
  expect(await importOf(entries)).toEqual({ outcomes: { seen: 2 }, bookedCents: 0 });
});
