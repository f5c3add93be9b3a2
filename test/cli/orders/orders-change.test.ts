import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { findAlerts } from '../../../src/shop/checkout/desk/alerts.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

/**
 * Adds `dearer` for 99.90 € (4 at Ringtee), `cheaper` for 59.90 € (4 at Annelinn) and `remote` for 99.90 € (12 at a supplier). Orders
 * are of 4 of `tire` for 79.90 €, in total 319.60 €; Ringtee has 8 and Annelinn 12.
 */
async function seedOthers() {
  await seedTires(shop.db, [
    { id: 'dearer', price: 9990, stock: { ringtee: 4 } },
    { id: 'cheaper', price: 5990, stock: { annelinn: 4 } },
    { id: 'remote', price: 9990, stock: { supplier: { count: 12, leadDays: 3 } } },
  ]);
}

const change = (number: string, ...options: string[]) => shop.run(['orders', 'change', number, ...options, '--yes']);
const shown = async (number: string) => JSON.parse((await shop.run(['orders', 'show', number, '--json'])).out);
const mailsOf = async (number: string) =>
  (
    await shop.db
      .selectFrom('letters')
      .select('kind')
      .where('order_id', '=', await shop.idOf(number))
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind);
const stockAt = async (tire: string, place: string) =>
  shop.db
    .selectFrom('stock')
    .select(['on_hand', 'held', 'sold', 'owed'])
    .where('tire_id', '=', tire)
    .where('place', '=', place)
    .executeTakeFirst();

test('a lower count of an unpaid order frees tires, lowers the total, and mails buyer and branch', async () => {
  const number = await shop.order();
  const changed = await change(number, '--count', 'tire=1');
  expect(changed).toMatchObject({ code: 0 });
  expect(changed.out).toContain('4 → 1; total €319.60 → €79.90 (−€239.70)');
  expect(await stockAt('tire', 'ringtee')).toMatchObject({ on_hand: 8, held: 1 });
  expect(await shown(number)).toMatchObject({ total: 79.9, paid: 'unpaid', lines: [{ count: 1 }] });
  expect(await mailsOf(number)).toEqual(['branch-order', 'branch-order', 'changed', 'placed']);
  await shop.run(['orders', 'paid', number, '--method', 'card', '--yes']);
  expect(await shown(number)).toMatchObject({ paid: 'paid', missingAmount: 0, overAmount: 0 });
});

test('a lower count of a paid order refunds the difference, also when another part was refunded before', async () => {
  const number = await shop.paidOrder();
  const changed = await change(number, '--count', 'tire=3', '--json');
  expect(JSON.parse(changed.out)).toMatchObject({
    change: { total: { before: 319.6, after: 239.7 }, refund: 79.9, missing: 0 },
    refunds: [{ amount: 79.9, byHand: true }],
  });
  await shop.run(['orders', 'refunded', number, '--yes']);
  expect(await shown(number)).toMatchObject({ paid: 'paid', refunds: [{ reason: 'changed', state: 'succeeded' }] });
  expect(await stockAt('tire', 'ringtee')).toMatchObject({ on_hand: 8, sold: 3 });
  await change(number, '--count', 'tire=2');
  expect((await shown(number)).refunds.map(({ amount }: { amount: number }) => amount)).toEqual([79.9, 79.9]);
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({ code: 0 });
});

test('after a swap for dearer tires, no tire is handed over before the difference is paid', async () => {
  await seedOthers();
  const number = await shop.paidOrder();
  const changed = await change(number, '--swap', 'tire=dearer');
  expect(changed.out).toContain('€80.00 are still to be paid');
  expect(await stockAt('tire', 'ringtee')).toMatchObject({ held: 0, sold: 0 });
  expect(await stockAt('dearer', 'ringtee')).toMatchObject({ on_hand: 4, held: 4, sold: 0 });
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({ code: 1 });
  expect(await shop.run(['orders', 'paid', number, '--method', 'card', '--yes'])).toMatchObject({ code: 0 });
  expect(await shown(number)).toMatchObject({ paid: 'paid', total: 399.6, review: null });
  expect(await stockAt('dearer', 'ringtee')).toMatchObject({ held: 0, sold: 4 });
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({ code: 0 });
});

test('a total that falls and rises again is due again, although it was paid once', async () => {
  await seedOthers();
  const number = await shop.paidOrder();
  await change(number, '--swap', 'tire=cheaper');
  expect(await shown(number)).toMatchObject({ total: 239.6, refunds: [{ amount: 80 }] });
  await change(number, '--swap', 'cheaper=dearer');
  expect(await shown(number)).toMatchObject({ total: 399.6, paid: 'part_paid', missingAmount: 160 });
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({ code: 1 });
  await shop.run(['orders', 'paid', number, '--method', 'card', '--yes']);
  expect(await shown(number)).toMatchObject({ paid: 'paid', missingAmount: 0 });
});

test('a goodwill refund is not due again when the total rises', async () => {
  await seedOthers();
  const number = await shop.paidOrder();
  await shop.run(['orders', 'refund', number, '--amount', '50', '--yes']);
  await shop.run(['orders', 'refunded', number, '--yes']);
  await change(number, '--swap', 'tire=dearer=1');
  expect(await shown(number)).toMatchObject({ total: 339.6, missingAmount: 20 });
  await shop.run(['orders', 'paid', number, '--method', 'cash', '--yes']);
  expect(await shown(number)).toMatchObject({ missingAmount: 0, overAmount: 0 });
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({ code: 0 });
});

test('a balance that a person accepted does not cover a later, higher total', async () => {
  await seedOthers();
  const number = await shop.order();
  await shop.run(['orders', 'paid', number, '--method', 'card', '--amount', '300', '--yes']);
  await shop.run(['orders', 'reviewed', number, '--yes']);
  await change(number, '--swap', 'tire=dearer=1');
  expect(await shown(number)).toMatchObject({ missingAmount: 39.6 });
  expect(await shop.run(['orders', 'complete', number, '--yes'])).toMatchObject({ code: 1 });
});

test('new tires of a prepaid order are ordered from the supplier only once the difference is paid', async () => {
  await seedOthers();
  const number = await shop.order({ paymentMethod: 'bank_transfer' });
  await shop.run(['orders', 'paid', number, '--reference', 'A1', '--yes']);
  await change(number, '--swap', 'tire=remote=2');
  expect(await stockAt('remote', 'supplier:seed')).toMatchObject({ held: 2, owed: 0 });
  const late = new Date('2026-12-20T10:00:00Z');
  expect(await findAlerts(shop.db, shopConfig, late)).toContainEqual(
    expect.objectContaining({ kind: 'rests-due', details: [`${number}: 40,00\u00A0€`] }),
  );
  await shop.run(['orders', 'paid', number, '--reference', 'A2', '--yes']);
  expect(await stockAt('remote', 'supplier:seed')).toMatchObject({ held: 0, owed: 2 });
  expect(await findAlerts(shop.db, shopConfig, late)).not.toContainEqual(
    expect.objectContaining({ kind: 'rests-due' }),
  );
});

test('a lower total that is covered by a part payment confirms the order', async () => {
  const number = await shop.order({ paymentMethod: 'bank_transfer' });
  await shop.run(['orders', 'paid', number, '--reference', 'A1', '--amount', '159,80', '--yes']);
  expect(await shop.orderState(number)).toMatchObject({ status: 'awaiting_payment', review: 'amount-mismatch' });
  expect(await change(number, '--count', 'tire=2')).toMatchObject({ code: 0 });
  expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed', paid: 'paid', review: null });
  expect(await stockAt('tire', 'ringtee')).toMatchObject({ held: 0, sold: 2 });
});

test('tires that a change removes leave their draft purchase', async () => {
  await seedOthers();
  const number = await shop.order({ items: [{ id: 'remote', count: 4, price: 99.9 }] });
  expect(await stockAt('remote', 'supplier:seed')).toMatchObject({ held: 0, owed: 4 });
  const before = (await shown(number)).promisedOn;
  await change(number, '--count', 'remote=1');
  expect(await stockAt('remote', 'supplier:seed')).toMatchObject({ held: 0, owed: 1 });
  await change(number, '--swap', 'remote=tire=1');
  expect(await stockAt('remote', 'supplier:seed')).toMatchObject({ held: 0, owed: 0 });
  const after = await shown(number);
  expect(after.promisedOn < before).toBe(true);
  expect(after.lines.filter(({ count }: { count: number }) => count > 0)).toMatchObject([{ tireId: 'tire', count: 1 }]);
});

test('another branch gets the tires by a transfer, and the draft purchase moves with the order', async () => {
  await seedOthers();
  const items = [
    { id: 'tire', count: 4, price: 79.9 },
    { id: 'remote', count: 2, price: 99.9 },
  ];
  const number = await shop.order({ items });
  expect(await change(number, '--branch', 'annelinn')).toMatchObject({ code: 0 });
  const { transfers } = await shown(number);
  expect(transfers).toMatchObject([{ from: 'ringtee', to: 'annelinn', count: 4, state: 'requested' }]);
  const drafts = await shop.db
    .selectFrom('purchases')
    .innerJoin('purchase_lines', 'purchase_id', 'purchases.id')
    .select(['branch', 'ordered'])
    .execute();
  expect(drafts).toEqual([{ branch: 'annelinn', ordered: 2 }]);
  expect(await mailsOf(number)).toEqual([
    'branch-order',
    'branch-order',
    'branch-over',
    'branch-transfer',
    'changed',
    'placed',
  ]);
  // Changing the branch back cancels the transfer.
  await change(number, '--branch', 'ringtee');
  expect((await shown(number)).transfers).toMatchObject([{ state: 'cancelled' }]);
});

test('tires on their way to the old branch are sent on from there', async () => {
  const number = await shop.order({ items: [{ id: 'tire', count: 12, price: 79.9 }] });
  const [transfer] = (await shown(number)).transfers;
  await shop.run(['transfers', 'sent', String(transfer.id)]);
  await change(number, '--branch', 'annelinn');
  await shop.run(['transfers', 'arrived', String(transfer.id)]);
  const requested = (await shown(number)).transfers.filter(({ state }: { state: string }) => state === 'requested');
  expect(requested).toMatchObject([{ from: 'ringtee', to: 'annelinn', count: 12 }]);
});

test('a ready order with a tire that is not at its branch is confirmed again, and its mail is not sent', async () => {
  await seedOthers();
  const number = await shop.order();
  await shop.run(['orders', 'ready', number, '--yes']);
  await change(number, '--swap', 'tire=cheaper=2');
  expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed' });
  const ready = await shop.db.selectFrom('letters').select('dropped_at').where('kind', '=', 'ready').execute();
  expect(ready).toEqual([{ dropped_at: expect.any(Date) }]);
});

test('refuses to remove tires that were handed over, and swaps only the others', async () => {
  await seedOthers();
  const number = await shop.paidOrder();
  await shop.run(['orders', 'hand-over', number, 'tire=3']);
  expect(await change(number, '--count', 'tire=2')).toMatchObject({ code: 1 });
  expect(await change(number, '--swap', 'tire=dearer')).toMatchObject({ code: 0 });
  expect(await shown(number)).toMatchObject({ total: 339.6, missingAmount: 20 });
});

test('a change that leaves only tires already handed over completes the order', async () => {
  const number = await shop.paidOrder();
  await shop.run(['orders', 'hand-over', number, 'tire=2']);
  expect(await change(number, '--count', 'tire=2')).toMatchObject({ code: 0 });
  expect(await shop.orderState(number)).toMatchObject({ status: 'completed' });
  expect(await stockAt('tire', 'ringtee')).toMatchObject({ on_hand: 6, sold: 0 });
});

test('changes data of the buyer; the history does not contain their values', async () => {
  const number = await shop.order();
  const changed = await change(
    number,
    ...['--name', 'Jaan Tamm', '--phone', '51234567', '--email', 'jaan@example.com', '--note', 'Helistage'],
    ...['--fulfilment', 'fitting', '--plate', '123 ABC', '--company', 'Tamm OÜ', '--reg-code', '12345678'],
  );
  expect(changed).toMatchObject({
    code: 0,
    out: expect.stringContaining('new name, email, phone, company, plate, note'),
  });
  const order = await shown(number);
  expect(order).toMatchObject({
    name: 'Jaan Tamm',
    email: 'jaan@example.com',
    plate: '123 ABC',
    fulfilment: 'fitting',
  });
  const event = order.history.find(({ type }: { type: string }) => type === 'changed');
  expect(JSON.stringify(event)).not.toContain('Jaan');
});

test('a tire of which all pieces were swapped is listed among the transfers, but not among the tires', async () => {
  await seedOthers();
  const number = await shop.order({ branch: 'annelinn', items: [{ id: 'dearer', count: 4, price: 99.9 }] });
  await change(number, '--swap', 'dearer=cheaper');
  const { out } = await shop.run(['orders', 'show', number]);
  expect(out).toMatch(/4 × Nokian Hakka Blue 3 205\/55 R16 91V XL +ringtee → annelinn +cancelled/);
  expect(out).not.toContain('(dearer)');
});
