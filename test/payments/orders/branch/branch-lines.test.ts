import { expect, test } from 'vitest';
import { findAlerts } from '../../../../src/shop/checkout/desk/alerts.server.ts';
import { linkForBranch } from '../../../../src/shop/checkout/desk/branch-order.server.ts';
import { markTransferSent } from '../../../../src/shop/checkout/handover/transfers.server.ts';
import { collapseSpaces } from '../../../support/browser/browser.ts';
import { branchShop } from './branch-shop.ts';

const { shop, linkTo, open, press, buttons, lineButtons, mark } = branchShop();

/** Puts one tire at Ringtee and one at Annelinn; a supplier lists nine. An order of four takes one, one and two of them. */
async function stockAtThreePlaces() {
  await shop.rows(`update stock set on_hand = 1 where tire_id = 'tire'`);
  await shop.rows(
    `insert into stock (tire_id, place, on_hand, held, lead_days) values ('tire', 'annelinn', 1, 0, 1), ('tire', 'supplier:latakko', 9, 0, 3)`,
  );
}

test('a form of each order line records arrived, set-aside and handed-over tires, without script', async () => {
  await stockAtThreePlaces();
  const order = await shop.order('pay_at_branch');
  const link = await linkTo(order);
  expect(lineButtons((await open(link)).body)).toEqual(['put-aside', 'arrived', 'arrived']);
  expect(await mark(link, 'handed-over', { count: '1' })).toBe('unpaid');
  await press(link, 'paid-cash');
  expect(await mark(link, 'arrived', { place: 'annelinn', count: '1' })).toBe('arrived');
  expect(await mark(link, 'arrived', { place: 'annelinn', count: '1' })).toBe('not-coming');
  expect(await mark(link, 'put-aside', { count: '2', shelf: ' A3 ' })).toBe('put-aside');
  const invalidInputs = [
    ['0', 'A3'],
    ['2', ''],
    ['2', ' '],
    ['2', 'x'.repeat(21)],
  ] as const;
  for (const [count, shelf] of invalidInputs)
    expect(await mark(link, 'put-aside', { count, shelf })).toBe('not-counted');
  const body = collapseSpaces((await open(link)).body);
  expect(body).toContain('Ringtee (siin): 2 tk');
  expect(body).toContain('Kõrvale pandud: 2 tk, riiul A3');
  expect(await mark(link, 'handed-over', { count: '3' })).toBe('not-here');
  expect(await mark(link, 'handed-over', { count: '2' })).toBe('handed-over');
  const afterHandOver = (await open(link)).body;
  expect(afterHandOver).toContain('Kliendil: 2 tk');
  expect(buttons(afterHandOver)).toEqual(['ready', 'completed']);
  expect(await press(link, 'cancelled')).toBe('too-late');
  expect(await mark(link, 'arrived', { place: 'supplier:latakko', count: '2' })).toBe('arrived');
  expect((await shop.view(order)).order.status).toBe('ready');
  expect(await press(link, 'undo-ready')).toBe('undo-ready');
  expect(await press(link, 'completed')).toBe('completed');
  expect(lineButtons((await open(link)).body)).toEqual(['undo-hand-over']);
  expect(await mark(link, 'undo-hand-over', { count: '1' })).toBe('undo-hand-over');
  expect((await shop.view(order)).order.status).toBe('ready');
});

test('tires that did not arrive are requested again from another branch; missing tires of a supplier alert the owner', async () => {
  await stockAtThreePlaces();
  const order = await shop.order('pay_at_branch');
  const link = await linkTo(order);
  const [{ id }] = (await shop.rows(`select id from transfers`)) as [{ id: number }];
  expect(await mark(link, 'missing', { place: 'annelinn' })).toBe('not-coming');
  shop.passMinutes(1);
  await markTransferSent(shop.context, Number(id), 'branch:annelinn');
  expect((await open(link)).body).toContain('Annelinn: 1 tk, teel (siin: esmaspäev, 23. november)');
  expect(await mark(link, 'missing', { place: 'annelinn' })).toBe('missing');
  expect((await open(link)).body).toContain('Annelinn: 1 tk, palutud saata');
  expect(await shop.rows(`select kind from letters where kind = 'branch-transfer'`)).toHaveLength(2);
  expect(await mark(link, 'missing', { place: 'supplier:latakko' })).toBe('missing');
  const alerts = await findAlerts(shop.context.db, shop.context.shopConfig, shop.context.now());
  expect(alerts).toMatchObject([{ kind: 'missing-tires', details: [`${order.number}: latakko`] }]);
});

test('the link for the sending branch names the tires to send but not the buyer, and records that they were sent', async () => {
  await stockAtThreePlaces();
  const order = await shop.order('pay_at_branch');
  const link = new URLSearchParams(await linkForBranch(shop.context, order.number, 'annelinn'));
  const { body, statusCode } = await open(link);
  expect(statusCode).toBe(200);
  expect(body).toContain('Saata filiaali Ringtee');
  expect(body).not.toContain('Mari');
  for (const changed of ['', 'ringtee']) {
    const forged = new URLSearchParams(link);
    forged.set('from', changed);
    expect((await open(forged)).statusCode).toBe(404);
  }
  expect(await press(link, 'cancelled')).toBeNull();
  expect(await press(link, 'sent')).toBe('sent');
  expect(await press(link, 'sent')).toBe('too-late');
  expect((await open(link)).body).toContain('midagi saata');
  expect(await shop.rows(`select state, sent_by from transfers`)).toEqual([
    { state: 'sent', sent_by: 'branch:annelinn' },
  ]);
});

test('shows the source of each tire, the promised day, and collection or fitting', async () => {
  await stockAtThreePlaces();
  const order = await shop.order('pay_at_branch', 4, { fulfilment: 'fitting', plate: '123 ABC' });
  const body = collapseSpaces((await open(await linkTo(order))).body);
  for (const text of [
    'Ringtee (siin): 1 tk',
    'Annelinn: 1 tk, palutud saata (siin: esmaspäev, 23. november)',
    'tarnija latakko: 2 tk, veel tellimata (siin: kolmapäev, 25. november)',
    'Paigaldus',
  ])
    expect(body).toContain(text);
  expect(body).toContain('<dt>Kliendile lubatud päev</dt><dd>kolmapäev, 25. november</dd>');
});
