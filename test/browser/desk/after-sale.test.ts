import { expect, test } from 'vitest';
import { eventually } from '../../support/browser/browser.ts';
import { seedTires } from '../../support/database/seed.ts';
import { deskInBrowser } from '../../support/desk/browser.ts';
import { fittingsOf } from '../../support/desk/fittings.ts';
import { items } from '../../support/orders/order-form.ts';

const { desk, errors, signIn } = deskInBrowser();

const tiresOf = async (session: Awaited<ReturnType<typeof desk.sessionOf>>, number: string) =>
  (await session.get(`/api/orders/${number}`)).body.tires;

test('“Hand over all” also hands over tires whose arrival nobody has booked, and counts missing tires too; “Hand over”, or “Hand over all” with fewer, only those that are here', async () => {
  const number = await desk.shop.paidOrder({ items: items(['tire', 12]) });
  const page = await signIn('worker', { at: `/o/${number}` });
  const preselected = () => page.getByRole('main').getByRole('textbox').first().inputValue();
  await page.getByRole('link', { name: 'Hand over', exact: true }).click();
  await eventually(preselected).toBe('8');
  await page.goBack();
  await page.getByRole('link', { name: 'Hand over all' }).click();
  await eventually(preselected).toBe('12');
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await page.waitForURL(`**/o/${number}`);
  await eventually(() => desk.shop.orderState(number)).toMatchObject({ status: 'completed' });

  await seedTires(desk.shop.db, [{ id: 'scarce', stock: { ringtee: 2, supplier: 2 } }]);
  const withMissing = await desk.shop.paidOrder({ items: items(['scarce', 4]) });
  const sent = desk.shop.db.updateTable('purchases').set({ state: 'sent', sent_at: desk.clock.now });
  const purchase = await sent.returning('number').executeTakeFirstOrThrow();
  const kati = await desk.sessionOf('worker');
  const refusal = { number: purchase.number, refused: { tire: 'scarce', count: 2 } };
  expect((await kati.act('refuse-purchase', refusal)).status).toBe(200);
  await page.goto(`/o/${withMissing}`);
  await page.getByRole('link', { name: 'Hand over all' }).click();
  await eventually(preselected).toBe('4');
  const count = page.getByRole('main').getByRole('textbox').first();
  await count.fill('2');
  await count.blur();
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await page.waitForURL(`**/o/${withMissing}`);
  expect(await tiresOf(kati, withMissing)).toMatchObject({ handedOver: 2, missing: 2 });
});

test('a button undoes the last return or warranty swap, then disappears', async () => {
  const number = await desk.shop.paidOrder();
  const kati = await desk.sessionOf('worker');
  await kati.act('hand-over', { number });
  const tires = [{ id: 'tire', count: 1 }];
  await kati.act('take-back', { number, tires, condition: 'mounted', branch: 'annelinn' });
  const page = await signIn('worker', { at: `/o/${number}` });
  await page.getByRole('button', { name: 'Undo the return' }).click();
  await eventually(() => tiresOf(kati, number)).toMatchObject({ handedOver: 4, returned: 0 });
  await page.getByRole('button', { name: 'Undo the return' }).waitFor({ state: 'detached' });

  await kati.act('swap-warranty', { number, tires, branch: 'ringtee', reason: 'bulge' });
  // A screen that was read while the swap was committed would carry the version before it, and the act would be refused.
  await page.reload();
  await page.getByRole('button', { name: 'Undo the warranty swap' }).click();
  const apart = async () => (await desk.shop.db.selectFrom('stock').select('apart').execute()).map((row) => row.apart);
  await eventually(apart).toEqual([0, 0]);
  await page.getByRole('button', { name: 'Undo the warranty swap' }).waitFor({ state: 'detached' });
});

test('the preview of fewer tires says what fitting costs then; an owner must touch the passkey to change a paid order to fewer tires', async () => {
  const fitting = await fittingsOf(desk).fittingOrder();
  const page = await signIn('owner', { at: `/o/${fitting.number}/change` });
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Fewer' }).first().click();
  await page.getByRole('button', { name: 'Show what changes' }).click();
  await page.getByText('Fitting, paid at the branch: €60.00 → €33.00').waitFor();

  const number = await desk.shop.paidOrder();
  await page.goto(`/o/${number}/change`);
  await page.getByRole('button', { name: 'Fewer' }).first().click();
  await page.getByRole('button', { name: 'Show what changes' }).click();
  await page.getByRole('button', { name: 'Change the order' }).click();
  await page.waitForURL(`**/o/${number}`);
  const refunds = await desk.shop.db.selectFrom('refunds').select('amount_cents').execute();
  expect(refunds).toEqual([{ amount_cents: 7_990 }]);
  expect(await desk.acted()).toContainEqual(expect.objectContaining({ act: 'swap-and-refund', outcome: 'done' }));
  // The first answer asks for the touch.
  expect(errors.splice(0)).toEqual([expect.stringContaining('403')]);
});
