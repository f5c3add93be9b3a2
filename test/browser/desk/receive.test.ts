import { expect, test } from 'vitest';
import { eventually } from '../../support/browser/browser.ts';
import { seedTires } from '../../support/database/seed.ts';
import { deskInBrowser } from '../../support/desk/browser.ts';
import { items } from '../../support/orders/order-form.ts';

const { desk, signIn } = deskInBrowser();

test('scanned tires that a colleague receives meanwhile are received once, and no others in their place', async () => {
  await seedTires(desk.shop.db, [
    { id: 'remote', stock: { supplier: 8 } },
    { id: 'other', stock: { supplier: 8 } },
  ]);
  await desk.shop.order({ items: [...items(['remote', 4]), ...items(['other', 4])] });
  const sent = desk.shop.db.updateTable('purchases').set({ state: 'sent', sent_at: desk.clock.now });
  const { number } = await sent.returning('number').executeTakeFirstOrThrow();
  const colleague = await desk.sessionOf('worker');
  const lines = async () => (await colleague.get(`/api/purchases/${number}`)).body.lines;
  const page = await signIn('worker', { at: `/purchases/${number}?scan` });
  const scan = async (code: string) => {
    await page.getByLabel('EAN or article code').fill(code);
    await page.keyboard.press('Enter');
  };
  await scan('remote');
  await page.getByRole('button', { name: 'Receive 1' }).waitFor();
  const received = { number, good: [{ tire: 'remote', count: 4 }] };
  expect((await colleague.act('receive-purchase', received)).status).toBe(200);
  const receiveNothing = page.getByRole('button', { name: 'Receive 0' });
  await receiveNothing.waitFor();
  expect(await receiveNothing.isDisabled()).toBe(true);
  await scan('other');
  await page.getByRole('button', { name: 'Receive 1' }).click();
  await eventually(lines).toMatchObject([
    { tireId: 'other', received: 1 },
    { tireId: 'remote', received: 4 },
  ]);
  await page.getByRole('button', { name: 'All arrived' }).waitFor();
});
