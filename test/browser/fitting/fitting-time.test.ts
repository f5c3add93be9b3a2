import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import type { FittingSlots } from '../../../src/shop/fitting/slots-answer.ts';
import { browserShop, cartOf, eventually, messages, open, phone } from '../../support/browser/browser.ts';
import {
  bookedBy,
  chooseFitting,
  fillOrderForm,
  focusedText,
  openOrderPage,
  submit,
  timeLabels,
  timeRadios,
  waitForPlacedOrder,
  waitForRefusal,
} from '../../support/orders/ordering.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 200, annelinn: 4 } }] });
const t = messages.en;

const newEmail = () => `${randomUUID()}@example.com`;
const checkedTime = (page: Page) => page.locator('input[name="fitting.at"]:checked').getAttribute('value');

async function openForm(email: string): Promise<Page> {
  const page = await openOrderPage(shop, 'tire');
  await fillOrderForm(page, { email });
  return page;
}

/** Blocks all bays of Ringtee for an hour from this start time on. The page does not learn of it. */
async function take(start: string): Promise<void> {
  const startsAt = new Date(start);
  await shop.db.kysely
    .insertInto('fitting_blocks')
    .values({
      branch: 'ringtee',
      bay: null,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + 60 * 60_000),
      opens: false,
      reason: 'test',
      made_by: 'test',
      made_at: new Date(),
    })
    .execute();
}

describe('a fitting time', () => {
  test('is booked by keyboard, together with the buyer’s wishes', async () => {
    const email = newEmail();
    const page = await openForm(email);
    await page.locator('input[name=fulfilment][value=pickup]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('heading', { name: t.orderFitting.others }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    // The first radio is the soonest time, the second one asks for a call.
    for (const index of [0, 1, 2, 3]) {
      if (index > 0) await page.keyboard.press('ArrowDown');
      await eventually(() => timeRadios(page).nth(index).isChecked()).toBe(true);
    }
    const chosen = (await checkedTime(page)) ?? '';
    const storage = page.getByLabel(t.orderFitting.storage);
    for (let presses = 0; presses < 5; presses += 1) {
      if (await storage.evaluate((box) => box === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: t.order.submit }).press('Enter');
    await waitForPlacedOrder(page);
    expect(await bookedBy(shop, email)).toBe(chosen);
    const booking = await shop.db.kysely
      .selectFrom('fitting_bookings')
      .select(['vehicle', 'storage', 'earlier_since'])
      .where('starts_at', '=', new Date(chosen))
      .executeTakeFirst();
    expect(booking).toEqual({ vehicle: 'car', storage: true, earlier_since: null });
  });

  test('is required, unless the buyer asks for a call', async () => {
    const email = newEmail();
    const page = await openForm(email);
    await page.locator('input[name=fulfilment][value=fitting]').check();
    await submit(page);
    const links = page.locator('form a[href^="#field-fitting"]');
    await eventually(() => links.allTextContents()).toEqual([t.order.advice.vehicle, t.order.advice.fittingTime]);
    for (const link of await links.all()) {
      await link.click();
      expect(`#${await page.evaluate(() => document.activeElement?.id)}`).toBe(await link.getAttribute('href'));
    }
    await page.locator('input[name="fitting.at"][value=call]').check();
    await eventually(() => links.count()).toBe(0);
    await submit(page);
    await waitForPlacedOrder(page);
    expect(await bookedBy(shop, email)).toBeUndefined();
  });

  test('that was taken is replaced by one of the three nearest; the other fields keep their values', async () => {
    shop.allowErrors(/status of 409/);
    const email = newEmail();
    const page = await openForm(email);
    await chooseFitting(page, 'suv');
    // The choice loads the times up to its day once more; the page must not learn from this answer that the time is taken.
    const isLoaded = page.waitForResponse(/fitting\/slots/);
    await timeLabels(page).nth(9).click();
    await isLoaded;
    const taken = (await checkedTime(page)) ?? '';
    await take(taken);
    await submit(page);
    await waitForRefusal(page, t.refusal['slot-taken']);
    await eventually(() => focusedText(page)).toContain(t.refusal.title);
    expect(await page.getByLabel(t.order.email, { exact: true }).inputValue()).toBe(email);
    expect(await page.locator('input[name="fitting.vehicle"]:checked').getAttribute('value')).toBe('suv');
    expect(await page.locator('input[name="fitting.at"]:checked').count()).toBe(0);

    const nearest = page.getByRole('group', { name: t.fittingDays.nearest });
    await eventually(() => nearest.getByRole('radio').count()).toBe(3);
    await eventually(() => page.locator(`input[name="fitting.at"][value="${taken}"]`).count()).toBe(0);
    await nearest.locator('label').nth(1).click();
    const chosen = await checkedTime(page);
    await submit(page);
    await waitForPlacedOrder(page);
    expect(await bookedBy(shop, email)).toBe(chosen);
  });

  test('is cleared if the money may arrive after that time, otherwise kept', async () => {
    const email = newEmail();
    const page = await openForm(email);
    await chooseFitting(page);
    await timeLabels(page).first().click();
    const transfer = page.getByRole('radio', { name: t.payment.bank_transfer.label });
    await transfer.check();
    const alert = page.getByRole('alert').filter({ hasText: t.validation.early });
    await alert.waitFor();
    expect(await page.locator('input[name="fitting.at"]:checked').count()).toBe(0);
    await alert.getByRole('link', { name: t.refusal.chooseTime }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-fitting-at');

    await timeLabels(page).last().click();
    const chosen = await checkedTime(page);
    await alert.waitFor({ state: 'detached' });
    const isLoaded = page.waitForResponse(/fitting\/slots.*pay_at_branch/);
    await page.getByRole('radio', { name: t.payment.pay_at_branch.label }).check();
    await isLoaded;
    await page.locator('[aria-busy=false]').last().waitFor();
    expect(await checkedTime(page)).toBe(chosen);
    await submit(page);
    await waitForPlacedOrder(page);
    expect(await bookedBy(shop, email)).toBe(chosen);
  });

  test('can be chosen when the free times are loaded on a second try; is refused with a message when a buyer has too many', async () => {
    shop.allowErrors(/Failed to load resource|status of 429/);
    const page = await openForm(newEmail());
    await page.route('**/fitting/slots?*', (route) => route.abort());
    await chooseFitting(page, 'car', { isLoaded: false });
    await page.getByText(t.orderFitting.failed).waitFor();
    await page.unroute('**/fitting/slots?*');
    await page.getByRole('button', { name: t.order.retry }).click();
    await page.getByRole('heading', { name: t.orderFitting.others }).waitFor();
    await timeLabels(page).first().click();
    await page.route('**/api/v1/orders', (route) =>
      route.fulfill({ status: 429, json: { code: 'too-many-appointments' } }),
    );
    await submit(page);
    await waitForRefusal(page, `pay in advance, or call ${shopConfig.phones[0]}`);
  });

  test.each([
    [4, t.orderFitting.chooseBranch],
    [5, t.orderFitting.byPhone],
  ])('of %d tires is chosen after the branch, or agreed by phone for more than four', async (count, hint) => {
    const cart = await cartOf(shop.address, { tire: count });
    const page = await shop.visit({ language: 'en', storage: { cart } });
    await open(page, '/en/order');
    await page.locator('input[name=fulfilment][value=fitting]').check();
    await page.getByText(hint).waitFor();
    await page.getByRole('radio', { name: /^Ringtee/ }).check();
    if (count === 4) return void (await page.locator('input[name="fitting.vehicle"]').first().waitFor());
    await page.getByText(t.orderFitting.byPhone).waitFor();
    expect(await page.locator('input[name^="fitting."]').count()).toBe(0);
  });
});

test.each(['America/New_York', 'Pacific/Auckland', 'Europe/Tallinn'])(
  'times are those of Tallinn in a browser in %s',
  async (timezoneId) => {
    const cart = await cartOf(shop.address, { tire: 4 });
    const page = await shop.visit({ language: 'en', storage: { cart }, timezoneId });
    await open(page, '/en/order');
    await page.getByRole('radio', { name: /^Ringtee/ }).check();
    const answered = page.waitForResponse(/fitting\/slots.*vehicle=van/);
    await chooseFitting(page, 'van');
    const { days } = (await (await answered).json()) as FittingSlots;
    const [soonest, ...others] = days.flatMap(({ starts }) => starts);
    expect(await page.getByRole('radio', { name: t.orderFitting.soonest }).getAttribute('value')).toBe(soonest?.at);
    expect(await timeLabels(page).first().textContent()).toContain(soonest?.time);
    const [next] = others;
    const label = page.locator(`label:has(input[value="${next?.at}"])`);
    expect(await label.textContent()).toBe(next?.time);
    expect(await page.getByText(t.fittingDays.estonianTime).count()).toBe(timezoneId === 'Europe/Tallinn' ? 0 : 1);
    // The summary writes the chosen time.
    await label.click();
    await page
      .getByRole('complementary')
      .getByText(next?.time ?? '')
      .waitFor();
  },
);

test('a buyer on a phone books with at most three more taps than without fitting', async () => {
  const order = async (fulfilment: 'pickup' | 'fitting') => {
    const email = `${randomUUID()}@example.com`;
    const page = await shop.visit({
      ...phone,
      language: 'en',
      storage: { cart: await cartOf(shop.address, { tire: 4 }), isCookieAccepted: 'true' },
    });
    await open(page, '/en/order');
    let taps = 0;
    const tap = async (target: ReturnType<Page['locator']>) => {
      taps += 1;
      await target.tap();
    };
    await page.getByLabel(t.order.name, { exact: true }).fill('Mari Maasikas');
    await page.getByLabel(t.order.email, { exact: true }).fill(email);
    await page.getByLabel(t.order.phone, { exact: true }).fill('+372 5123 4567');
    await tap(page.getByRole('radio', { name: /^Ringtee/ }));
    await tap(page.locator(`input[name=fulfilment][value=${fulfilment}]`));
    if (fulfilment === 'fitting') {
      await tap(page.locator('input[name="fitting.vehicle"][value=car]'));
      await tap(timeLabels(page).nth(4));
    }
    await tap(page.getByRole('radio', { name: t.payment.pay_at_branch.label }));
    await tap(page.locator('#field-acceptTerms'));
    await tap(page.getByRole('button', { name: t.order.submit }));
    await waitForPlacedOrder(page);
    expect(typeof (await bookedBy(shop, email))).toBe(fulfilment === 'fitting' ? 'string' : 'undefined');
    return taps;
  };
  expect((await order('fitting')) - (await order('pickup'))).toBeLessThanOrEqual(3);
});
