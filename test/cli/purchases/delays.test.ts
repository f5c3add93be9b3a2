import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { handleDelaysJob } from '../../../src/jobs/schedule.ts';
import { findAlerts } from '../../../src/shop/checkout/desk/alerts.server.ts';
import { refusalsSince } from '../../../src/shop/purchasing/list-purchases.server.ts';
import { failsOnce } from '../../support/shop-context.ts';
import { cutOff, purchasesShop } from './purchases-shop.ts';

const shop = purchasesShop();

/** Orders are placed on Friday for Tuesday, 24 November; the purchase is sent on Friday at 15:30. */
const promised = '2026-11-24';

const at = (day: string, time = '12:00') => new Date(`${day}T${time}:00+02:00`);

async function putStock(place: string, count: number, leadDays = 0) {
  await shop.db
    .insertInto('stock')
    .values({ tire_id: 'remote', place, on_hand: count, lead_days: leadDays })
    .onConflict((conflict) => conflict.columns(['tire_id', 'place']).doUpdateSet({ on_hand: count }))
    .execute();
}

const mailsOf = async (...kinds: string[]) =>
  (await shop.db.selectFrom('letters').select('kind').orderBy('created_at').orderBy('kind').execute())
    .map(({ kind }) => kind)
    .filter((kind) => kinds.includes(kind));
const newMails = () => mailsOf('delayed', 'branch-elsewhere', 'branch-transfer', 'branch-unanswered');

const orderOf = async (number: string) => JSON.parse(await shop.done('orders', 'show', number, '--json'));

const holdsOf = async (number: string) => {
  const { lines } = await orderOf(number);
  return lines[0].holds.map(({ count, place, state }: Record<string, unknown>) => `${count} ${place} ${state}`);
};

const historyOf = async (number: string): Promise<string[]> =>
  (await orderOf(number)).history.map(({ type }: { type: string }) => type);

const runDelaysJob = (context = shop.context()) =>
  handleDelaysJob.run({ shop: context, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} });

test('tires that a supplier refuses come from another branch in time; the branches get mails, the buyer does not', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await putStock('annelinn', 3);
  const printed = await shop.done('purchases', 'refuse', purchase, 'remote', '3', '--yes');
  expect(printed).toContain(`${order}: in time, by ${promised}; now 3 × remote from annelinn`);
  expect(await holdsOf(order)).toEqual(['3 annelinn held', '1 supplier:seed ordered']);
  expect(await newMails()).toEqual(['branch-elsewhere', 'branch-transfer']);
  expect(await orderOf(order)).toMatchObject({ promisedOn: promised, expectedOn: promised, delays: [] });
  expect(await historyOf(order)).toEqual(['placed', 'tires-refused', 'found-elsewhere']);
  expect(await shop.stockOf('annelinn')).toMatchObject({ on_hand: 3, held: 3 });
});

test('refused tires of a paid order are taken from the branch as sold, and ordered from another supplier in a separate draft', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await shop.done('orders', 'paid', order, '--desk', '--yes');
  await putStock('supplier:baltyre', 2, 1);
  await putStock('ringtee', 2);
  await shop.done('purchases', 'refuse', purchase, 'remote', '4', '--yes');
  expect(await holdsOf(order)).toEqual(['2 ringtee sold', '2 supplier:baltyre ordered']);
  expect(await shop.lines()).toMatchObject([{ refused: 4 }, { ordered: 2, open: 2, owed: 2 }]);
  expect(await newMails()).toEqual(['branch-elsewhere']);
});

test('late tires are replaced if another place can deliver the whole line in time', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await putStock('annelinn', 4);
  await shop.done('purchases', 'confirm', purchase, '--expected', '2026-12-01');
  expect(await holdsOf(order)).toEqual(['4 annelinn held']);
  expect(await newMails()).toEqual(['branch-elsewhere', 'branch-transfer']);
  expect(await shop.lines()).toMatchObject([{ ordered: 4, confirmed: 4 }]);
  expect(await shop.done('purchases', 'show', purchase)).toContain('4 for the stock of the branch');
});

test('late tires are not replaced if other places can deliver only some in time; the buyer is asked', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await putStock('annelinn', 3);
  await putStock('supplier:baltyre', 12, 3);
  const printed = await shop.done('purchases', 'confirm', purchase, '--expected', '2026-12-01');
  expect(printed).toContain(`${order}: LATE, promised for ${promised}, expected on 2026-12-01; the buyer gets a mail`);
  expect(await holdsOf(order)).toEqual(['4 supplier:seed ordered']);
  expect(await newMails()).toEqual(['delayed']);
  expect(await shop.done('orders', 'list', '--late')).toContain(order);
  expect(await shop.done('orders', 'show', order)).toContain(`promised for ${promised}, EXPECTED ON 2026-12-01`);
});

test('the buyer is mailed once about a delay, and again when it grows by two working days', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  const confirm = (day: string) => shop.done('purchases', 'confirm', purchase, '--expected', day);
  await confirm(promised);
  expect(await newMails()).toEqual([]);
  await confirm('2026-11-26');
  await confirm('2026-11-26');
  await confirm('2026-11-27');
  expect(await newMails()).toEqual(['delayed']);
  expect(await orderOf(order)).toMatchObject({ expectedOn: '2026-11-27' });
  await confirm('2026-11-30');
  expect(await newMails()).toEqual(['delayed', 'delayed']);
  expect((await orderOf(order)).delays).toMatchObject([
    { expectedOn: '2026-11-26', endedAt: expect.any(String) },
    { expectedOn: '2026-11-30', endedAt: null, answer: null },
  ]);
});

test('when the supplier confirms the promised day after all, the delay and its alert end without a mail', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'confirm', purchase, '--expected', '2026-12-01');
  const late = at('2026-11-25', '12:00');
  expect(await findAlerts(shop.db, shopConfig, late)).toMatchObject([{ kind: 'unanswered-delays', details: [order] }]);
  await shop.done('purchases', 'confirm', purchase, '--expected', promised);
  expect(await findAlerts(shop.db, shopConfig, late)).toEqual([]);
  expect(await newMails()).toEqual(['delayed']);
  expect((await orderOf(order)).delays).toMatchObject([{ endedAt: expect.any(String) }]);
});

test('the branch is asked once to phone a buyer who has not answered within two working days', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'confirm', purchase, '--expected', '2026-12-01');
  shop.setTime(at('2026-11-24', '23:59'));
  await runDelaysJob();
  expect(await newMails()).toEqual(['delayed']);
  expect(await findAlerts(shop.db, shopConfig, at('2026-11-24', '23:59'))).toEqual([]);
  shop.setTime(at('2026-11-25', '00:00'));
  await runDelaysJob();
  await runDelaysJob();
  expect(await newMails()).toEqual(['delayed', 'branch-unanswered']);
  expect(await findAlerts(shop.db, shopConfig, at('2026-11-25', '00:00'))).toMatchObject([
    { kind: 'unanswered-delays', count: 1, details: [order] },
  ]);
  expect(await orderOf(order)).toMatchObject({ status: 'confirmed', promisedOn: promised });
  await shop.done('orders', 'delay', order, '--answer', 'wait', '--yes');
  expect(await findAlerts(shop.db, shopConfig, at('2026-11-25', '00:00'))).toEqual([]);
  const again = await shop.run(['orders', 'delay', order, '--answer', 'cancel', '--yes']);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('has answered already: wait') });
});

test('the branch is asked to phone a buyer although the delay of an order cannot be handled', async () => {
  const { purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'confirm', purchase, '--expected', '2026-12-01');
  shop.setTime(at('2026-11-25', '00:00'));
  const faulty = { ...shop.context(), shopConfig: {} as typeof shopConfig };
  await expect(runDelaysJob(faulty)).rejects.toThrow('the delays of 1 orders could not be handled');
  expect(await newMails()).toEqual(['delayed', 'branch-unanswered']);
});

test('an order whose branch cannot be asked to phone does not keep later ones from it', async () => {
  await shop.order(4);
  const { purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'confirm', purchase, '--expected', '2026-12-01');
  shop.setTime(at('2026-11-25', '00:00'));
  const context = shop.context();
  const faulty = { ...context, enqueue: failsOnce(context.enqueue) };
  await expect(runDelaysJob(faulty)).rejects.toThrow('1 requests to phone a buyer failed: not now');
  expect(await newMails()).toEqual(['delayed', 'delayed', 'branch-unanswered']);
});

test('missing tires are ordered as soon as any place has them, even if they will arrive later than promised', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  const printed = await shop.done('purchases', 'refuse', purchase, 'remote', '4', '--yes');
  expect(printed).toContain('LATE, promised for 2026-11-24, no day is known; the buyer gets a mail');
  expect(await findAlerts(shop.db, shopConfig, cutOff)).toMatchObject([
    { kind: 'purchases-refused', count: 4, details: [`${order}: 4 × remote (seed)`] },
  ]);
  await runDelaysJob();
  expect(await newMails()).toEqual(['delayed']);
  shop.setTime(at('2026-11-25'));
  await putStock('supplier:baltyre', 4, 3);
  await runDelaysJob();
  expect(await holdsOf(order)).toEqual(['4 supplier:baltyre ordered']);
  expect(await orderOf(order)).toMatchObject({ promisedOn: promised, expectedOn: '2026-11-30' });
  expect(await newMails()).toEqual(['delayed', 'branch-elsewhere', 'delayed']);
  await runDelaysJob();
  expect(await newMails()).toHaveLength(3);
  await shop.done('orders', 'delay', order, '--answer', 'wait', '--yes');
  expect(await orderOf(order)).toMatchObject({ promisedOn: '2026-11-30', expectedOn: '2026-11-30' });
  expect(await shop.done('orders', 'list', '--late')).toBe('No orders.\n');
});

test('a damaged tire of a final delivery counts as refused, and the order gets one from another branch', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await putStock('annelinn', 1);
  await shop.done('purchases', 'receive', purchase, 'remote=3', '--damaged', 'remote=1', '--no-more', '--yes');
  expect(await holdsOf(order)).toEqual(['1 annelinn held', '3 ringtee held']);
  expect(await shop.purchases()).toMatchObject([{ state: 'closed' }]);
  expect(await newMails()).toEqual(['branch-elsewhere', 'branch-transfer']);
});

test('a refusal while the order is being cancelled leaves neither missing tires nor a mail about a delay', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  const [refused, cancelled] = await Promise.all([
    shop.run(['purchases', 'refuse', purchase, 'remote', '4', '--yes']),
    shop.run(['orders', 'cancel', order, '--yes']),
  ]);
  expect([refused, cancelled]).toMatchObject([{ code: 0 }, { code: 0 }]);
  await runDelaysJob();
  expect(await holdsOf(order)).toEqual(['4 supplier:seed released']);
  expect(await findAlerts(shop.db, shopConfig, at('2026-11-27'))).toEqual([]);
});

test('tires that arrive although the supplier had refused them are booked for the order', async () => {
  const { order, purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'refuse', purchase, 'remote', '1', '--yes');
  await shop.done('purchases', 'receive', purchase, '--yes');
  expect(await orderOf(order)).toMatchObject({ status: 'confirmed' });
  await shop.done('orders', 'arrived', order);
  expect(await orderOf(order)).toMatchObject({ status: 'ready' });
  expect(await shop.stockOf('ringtee')).toMatchObject({ on_hand: 4, held: 4 });
});

test('counts the pieces that a supplier refused in purchases sent since a given time', async () => {
  const { purchase } = await shop.sentOrder(4);
  await shop.done('purchases', 'refuse', purchase, 'remote', '1', '--yes');
  expect([...(await refusalsSince(shop.db, cutOff))]).toEqual([['seed', { ordered: 4, refused: 1 }]]);
  expect([...(await refusalsSince(shop.db, at('2026-11-21')))]).toEqual([]);
});
