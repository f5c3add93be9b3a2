import { describe, expect, test } from 'vitest';
import type { FittingSlots } from '../../../src/shop/fitting/slots-answer.ts';
import { browserShop, cartOf, eventually, messages, open, phone } from '../../support/browser/browser.ts';
import { chooseFitting, fillOrderForm, openOrderPage } from '../../support/orders/ordering.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 30, annelinn: 8 } }] });
const t = messages.en;

/** The first day with free starts that the API has for four tires, and the first of these times. */
async function soonest(job: Record<string, string>): Promise<{ day: string; time: string }> {
  const query = new URLSearchParams({ items: 'tire:4', ...job });
  const answer = await fetch(`${shop.address}/api/v1/fitting/slots?${query}`);
  const { days } = (await answer.json()) as FittingSlots;
  const [first] = days.filter(({ starts }) => starts.length > 0);
  return { day: first?.day ?? '', time: first?.starts[0]?.time ?? '' };
}

test('the price of fitting follows the count: two tires cost less, and more than four are agreed by phone', async () => {
  const page = await shop.visit({ language: 'en' });
  await open(page, '/en/product?id=tire');
  const count = (name: string) => page.locator('main').getByRole('button', { name });
  await count(t.count.less).click();
  await count(t.count.less).click();
  await page.getByText('Fitting from €33.00, paid at the branch.').waitFor();
  for (let presses = 0; presses < 3; presses += 1) await count(t.count.more).click();
  await page.getByText(t.fittingOffer.byPhone).waitFor();
});

describe('the soonest time at each branch', () => {
  test('is shown on the pages of a tire, the cart and the order', async () => {
    const page = await shop.visit({ language: 'en', storage: { cart: await cartOf(shop.address, { tire: 4 }) } });
    for (const path of ['/en/product?id=tire', '/en/cart', '/en/order']) {
      await open(page, path);
      for (const [id, name] of [
        ['ringtee', 'Ringtee'],
        ['annelinn', 'Annelinn'],
      ] as const) {
        const value = page.locator('main dl.tabular dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
        await eventually(() => value.textContent()).toContain((await soonest({ branch: id })).time);
      }
    }
  });

  test('is that of the payment method and the vehicle that the buyer has chosen', async () => {
    const page = await openOrderPage(shop, 'tire');
    await fillOrderForm(page);
    await chooseFitting(page, 'suv');
    await page.getByRole('radio', { name: t.payment.bank_transfer.label }).check();
    const { day, time } = await soonest({ branch: 'ringtee', vehicle: 'suv', method: 'bank_transfer' });
    expect(day).not.toBe((await soonest({ branch: 'ringtee', vehicle: 'suv' })).day);
    const dayOfMonth = Number(day.slice(-2));
    const times = () => page.locator('main aside dl.tabular dd').allTextContents();
    await eventually(times).toEqual([expect.stringMatching(new RegExp(`\\b${dayOfMonth}\\b.*${time}`))]);
  });

  test.each([
    ['a phone', phone],
    ['a desktop', {}],
  ])('moves nothing when it has loaded, on %s', async (_, device) => {
    const page = await shop.visit({ language: 'en', ...device });
    const held = Promise.withResolvers<void>();
    await page.route('**/fitting/slots?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await open(page, '/en/product?id=tire');
    const box = () => page.locator('main aside').boundingBox();
    const height = async () => page.evaluate(() => document.documentElement.scrollHeight);
    const [before, heightBefore] = [await box(), await height()];
    held.resolve();
    const times = page.locator('main dl.tabular dd');
    await eventually(async () => (await times.allTextContents()).every((time) => /\d\d:\d\d/.test(time))).toBe(true);
    expect([await box(), await height()]).toEqual([before, heightBefore]);
  });

  test('is replaced by an offer to call when there is no response', async () => {
    shop.allowErrors(/Failed to load resource/);
    const page = await shop.visit({ language: 'en' });
    await page.route('**/fitting/slots?*', (route) => route.abort());
    await open(page, '/en/product?id=tire');
    await eventually(() => page.locator('main dl.tabular dd').allTextContents()).toEqual([
      t.fittingOffer.unknown,
      t.fittingOffer.unknown,
    ]);
  });
});
