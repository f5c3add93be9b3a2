import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { FittingSlots } from '../../../src/shop/fitting/slots-answer.ts';
import { browserShop, cartOf, messages, open, phone } from '../../support/browser/browser.ts';
import { bookedBy, chooseFitting, timeLabels, waitForPlacedOrder } from '../../support/orders/ordering.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 200 } }] });
const t = messages.en;

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
