import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserShop, messages, open } from '../../support/browser/browser.ts';
import { waitForPlacedOrder } from '../../support/orders/ordering.ts';

const shop = browserShop();
const t = messages.en;
const phone = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true };

/** The most taps, and screens of scrolling, from the opened shop to the order form. Typing is free. */
const most = { taps: 12, screens: 8 };

/** A thumb on a phone. Counts taps, also those on the keyboard's "Go", and how far it scrolls to what it taps, in screens. */
function newThumb() {
  const count = { taps: 0, screens: 0 };
  async function bringIntoView(target: Locator) {
    await target.waitFor();
    // A bar may cover an element at the edge, so a person would scroll further.
    const scrolled = await target.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      if (top >= 64 && bottom <= innerHeight - 72) return 0;
      const before = scrollY;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return Math.abs(scrollY - before) / innerHeight;
    });
    count.screens += scrolled;
  }
  async function tap(target: Locator) {
    await bringIntoView(target);
    await target.tap();
    count.taps += 1;
  }
  return {
    count,
    tap,
    async type(field: Locator, text: string, { go = false } = {}) {
      await tap(field);
      await field.fill(text);
      if (!go) return;
      await field.press('Enter');
      count.taps += 1;
    },
  };
}

type Thumb = ReturnType<typeof newThumb>;

/** Chooses 205/55 R16 and studded winter tires from the home page, by the fewest taps that the page offers. */
async function chooseSizeAndSeason(page: Page, thumb: Thumb): Promise<void> {
  const main = page.getByRole('main');
  await thumb.type(main.getByRole('textbox').first(), '205 55 16', { go: true });
  await page.waitForURL(/\?/);
  await thumb.tap(main.getByRole('link', { name: new RegExp(`^${t.seasonTab.winter_studded.name}`) }));
  await page.waitForURL(/season=winter_studded/);
  await main.locator('[aria-busy="false"]').first().waitFor();
}

test('four studded tires are bought with fitting on a phone, with few taps and little scrolling', async () => {
  const page = await shop.visit({ ...phone, language: 'en' });
  const thumb = newThumb();
  const main = page.getByRole('main');
  const radio = (name: RegExp) => main.getByRole('radio', { name }).first();
  await open(page, '/en');

  await chooseSizeAndSeason(page, thumb);
  await thumb.tap(main.getByRole('button', { name: new RegExp(`^${t.tire.add}`) }).first());
  await thumb.tap(page.getByRole('link', { name: /^4 tyres · .* · Cart$/ }));
  await page.waitForURL('**/en/cart');
  await thumb.tap(radio(new RegExp(`^${t.cart.fitting}`)));
  await thumb.tap(main.getByRole('link', { name: t.cart.toOrder, exact: true }));
  await page.waitForURL('**/en/order');
  const name = main.getByRole('textbox', { name: t.order.name, exact: true });
  await name.waitFor();
  const beforeForm = { ...thumb.count };
  expect(beforeForm.taps).toBeLessThanOrEqual(most.taps);
  expect(beforeForm.screens).toBeLessThanOrEqual(most.screens);

  // Further text fields cost no tap, because the keyboard has a key that goes to the next field.
  await thumb.type(name, 'Mari Maasikas');
  await main.getByRole('textbox', { name: t.order.email, exact: true }).fill('walk@example.com');
  await main.getByRole('textbox', { name: t.order.phone, exact: true }).fill('+372 5123 4567');
  await thumb.tap(radio(/^Annelinn/));
  expect(await radio(new RegExp(`^${t.order.fitting}`)).isChecked()).toBe(true);
  await thumb.tap(radio(/^Car\b/));
  await thumb.tap(radio(new RegExp(`^${t.orderFitting.soonest}`)));
  await thumb.tap(radio(new RegExp(`^${t.payment.pay_at_branch.label}`)));
  await thumb.tap(main.getByRole('checkbox', { name: /terms of sale/ }));
  await thumb.tap(main.getByRole('button', { name: t.order.submit }));
  await waitForPlacedOrder(page);
  expect(thumb.count.taps - beforeForm.taps).toBeLessThanOrEqual(7);
  expect(await shop.db.kysely.selectFrom('fitting_bookings').select('state').execute()).toEqual([{ state: 'booked' }]);
});
