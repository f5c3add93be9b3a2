import { expect, test } from 'vitest';
import { invitePerson } from '../../../src/shop/staff/people.server.ts';
import { enrolStation, setPin } from '../../../src/shop/staff/stations.server.ts';
import { eventually } from '../../support/browser/browser.ts';
import { seedTires } from '../../support/database/seed.ts';
import { deskInBrowser } from '../../support/desk/browser.ts';
import { items } from '../../support/orders/order-form.ts';

const { desk, errors, signIn } = deskInBrowser();

const statusOf = async (number: string) => (await desk.shop.orderState(number)).status;

test('a second passkey on the same device is refused with the reason; an invitation still makes a passkey when its page was opened ten minutes ago', async () => {
  const page = await signIn('worker', { at: '/me' });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('alert').getByText('This device has a passkey of yours already.').waitFor();

  const invitation = { name: 'Mari', role: 'worker' } as const;
  const invited = await invitePerson(desk.shop.db, invitation, { at: desk.clock.now, actor: 'operator' });
  await page.goto(`/invite#${invited.ok ? invited.token : ''}`);
  const create = page.getByRole('button', { name: 'Create the passkey' });
  await create.waitFor();
  desk.clock.now = new Date(desk.clock.now.getTime() + 10 * 60_000);
  await create.click();
  await page.getByRole('link', { name: 'Mari' }).waitFor();
});

test('at a station, after four wrong PINs the right one still signs in', async () => {
  const page = await signIn('worker');
  const { id } = await desk.shop.db.selectFrom('staff').select('id').executeTakeFirstOrThrow();
  await setPin(desk.shop.db, id, '258036');
  const station = { branch: 'ringtee', name: 'Counter' };
  const link = await enrolStation(desk.shop.db, station, { at: desk.clock.now, actor: 'operator' });
  await page.goto(`/station#${link}`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Lock' }).click();
  await page.getByRole('button', { name: 'worker' }).click();
  for (const pin of ['147025', '147026', '147027', '147028']) {
    await Promise.all([page.waitForResponse('**/api/sign-in/pin'), page.keyboard.type(pin)]);
    await page.getByRole('status', { name: '0 digits entered' }).waitFor();
  }
  await page.keyboard.type('258036');
  await page.getByRole('button', { name: 'Lock' }).waitFor();
  // Chromium reports each refused PIN in the console.
  errors.splice(0, errors.length, ...errors.filter((text) => !/status of 40[13]/.test(text)));
});

test('Enter in the shelf field puts the tires on that shelf; the buyer’s name is above the field', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker', { at: `/o/${number}/put-aside` });
  await page.getByRole('heading', { name: 'Mari Maasikas' }).waitFor();
  await page.getByLabel('Shelf').fill('A3');
  await page.getByLabel('Shelf').press('Enter');
  await eventually(() => statusOf(number)).toBe('ready');
});

test('an order is cancelled by the second press; its page then says neither that it is paid nor that the buyer has the tires', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker', { at: `/o/${number}` });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const sure = page.getByRole('button', { name: 'Yes, cancel the order' });
  await sure.waitFor();
  expect(await statusOf(number)).toBe('confirmed');
  await sure.click();
  await page.getByText('Cancelled', { exact: true }).first().waitFor();
  const text = await page.getByRole('main').textContent();
  expect(text).not.toMatch(/buyer has the tyres|\bpaid\b|promised/i);
});

test('an EAN of two tires shows both; the forms for a sale and a stock count take typed words at once', async () => {
  await seedTires(desk.shop.db, [{ id: 'older', stock: { ringtee: 4 } }]);
  await desk.shop.db.updateTable('tires').set({ ean: '6419440374178' }).execute();
  const page = await signIn('worker');
  await page.getByRole('searchbox').fill('6419440374178');
  await page.getByRole('searchbox').press('Enter');
  await page.getByRole('heading', { name: 'Tyres' }).waitFor();
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: /Nokian/ })
      .count(),
  ).toBe(2);

  for (const [path, label] of [
    ['/sell', 'Size, name or EAN'],
    ['/count', 'EAN, size or name'],
  ] as const) {
    await page.goto(path);
    await page.getByLabel(label).waitFor();
    await page.keyboard.type('Nokian\n');
    await page
      .getByRole('button', { name: /Nokian/ })
      .first()
      .waitFor();
  }
});

test('scanned EANs and UPCs count tires of a purchase; after a part of it has arrived, the button waits for a count', async () => {
  await seedTires(desk.shop.db, [{ id: 'remote', stock: { supplier: 8 } }]);
  await desk.shop.order({ items: items(['remote', 4]) });
  await desk.shop.db.updateTable('purchases').set({ state: 'sent', sent_at: desk.clock.now }).execute();
  const page = await signIn('worker', { at: '/arriving' });
  await page.getByRole('link', { name: 'Scan EANs' }).click();
  await page.getByRole('button', { name: 'All arrived' }).waitFor();
  await page.keyboard.type('remote\n');
  await page.getByRole('button', { name: 'Receive 1', exact: true }).waitFor();

  await desk.shop.db.updateTable('purchase_lines').set({ ean: '0012345678905' }).execute();
  await page.reload();
  await page.getByRole('button', { name: 'All arrived' }).waitFor();
  await page.keyboard.type('012345678905\n');
  await page.getByRole('button', { name: 'Receive 1', exact: true }).waitFor();

  await page.goto('/arriving');
  const arrived = page.getByRole('main').getByRole('button', { name: 'Arrived', exact: true });
  for (const _ of [1, 2]) await page.getByRole('button', { name: /^Fewer/ }).click();
  await arrived.click();
  await page.getByText(/^2 ×/).first().waitFor();
  expect(await arrived.isDisabled()).toBe(true);
  await page.getByRole('button', { name: /^More/ }).click();
  expect(await arrived.isEnabled()).toBe(true);
});
