import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Locale, localeIds, localizedPath } from '../../../src/shop/locale.ts';
import {
  browserShop,
  collapseSpaces,
  desktop,
  eventually,
  messages,
  open,
  phone,
  storedKeys,
  storedValue,
} from '../../support/browser/browser.ts';
import { recordRequests } from '../../support/browser/page-life.ts';
import { waitForPlacedOrder } from '../../support/orders/ordering.ts';

const shop = browserShop();

type Tire = { id: string; model: string; price: number; available: number };
type Answer = { items: Tire[]; total: number; groups: number };

async function fetchProducts(query: string): Promise<Answer> {
  const answer = await fetch(`${shop.address}/api/v1/products?${query}`);
  return answer.json() as Promise<Answer>;
}

const euros: Record<Locale, (amount: string) => string> = {
  ee: (amount) => `${amount.replace('.', ',')} €`,
  ru: (amount) => `${amount.replace('.', ',')} €`,
  en: (amount) => `€${amount}`,
};

const devices = [
  { screen: 'a desktop', device: desktop, method: 'bank_transfer' },
  { screen: 'a phone', device: phone, method: 'pay_at_branch' },
] as const;

describe.each(devices)('on $screen', ({ screen, device, method }) => {
  test.each(localeIds)('a visitor orders five tires, from the list to the success page, in %s', async (locale) => {
    const t = messages[locale];
    const path = (to: string) => localizedPath(to, locale);
    const page = await shop.visit({ ...device, language: locale });
    const press = (target: Locator) => (screen === 'a phone' ? target.tap() : target.click());
    const requestedPaths = recordRequests(page, /./);
    const apiCallCount = () => requestedPaths.filter((path) => path.includes('/api/')).length;

    // List.
    await open(page, path('/'));
    await press(page.getByRole('button', { name: t.cookies.accept }));
    expect(apiCallCount()).toBe(0);
    const filter = (name: string) => page.getByRole('combobox', { name, exact: true });
    await changeFilter(page, () => filter(t.filter.diameter).selectOption('17'));
    await changeFilter(page, () => filter(t.filter.treadWidth).selectOption('225'));
    await changeFilter(page, () => filter(t.filter.profile).selectOption('45'));
    await changeFilter(page, () => filter(t.filter.season).selectOption('all_season'));
    const all = await fetchProducts(
      'diameter=17&treadWidth=225&profile=45&season=all_season&sort=recommended&grouped=1',
    );
    await eventually(() => page.locator('main h3').allTextContents()).toHaveLength(Math.min(all.groups, 24));

    const { facets } = all as Answer & { facets: { manufacturer: { id: string; count: number }[] } };
    const manufacturerId = facets.manufacturer.find(({ count }) => count > 0 && count < all.total)?.id ?? '';
    if (screen === 'a phone') await page.locator('.filters > summary').tap();
    await changeFilter(page, () => filter(t.filter.manufacturer).selectOption(manufacturerId));
    if (screen === 'a phone') await page.locator('.filter-actions').getByRole('button').tap();
    const { items, groups } = await fetchProducts(
      `diameter=17&treadWidth=225&profile=45&season=all_season&manufacturer=${manufacturerId}&grouped=1`,
    );
    await eventually(() => page.locator('main h3').count()).toBe(Math.min(groups, 24));
    expect(new URL(page.url()).search).toBe(
      `?treadWidth=225&profile=45&diameter=17&season=all_season&manufacturer=${manufacturerId}`,
    );
    expect(apiCallCount()).toBe(5);

    // Product page: adds four tires to the cart.
    const tire = items.find(({ available }) => available >= 5);
    if (!tire) throw new Error('The demonstration price list has no such tire with five in stock');
    await press(page.locator(`main a[href$="id=${tire.id}"]`));
    await page.waitForURL(`**${path('/product')}?id=${tire.id}`);
    await eventually(() => page.locator('h1').textContent()).toContain(tire.model);
    expect(await page.locator('main output').textContent()).toBe('4');
    const badge = page.getByTestId('cart-count');
    expect(await badge.isVisible()).toBe(false);
    await press(page.getByRole('button', { name: t.tire.add }));
    await eventually(() => badge.textContent()).toBe('1');
    expect(await badge.isVisible()).toBe(true);

    // Cart: a fifth tire, and the total to the cent.
    await press(page.locator('main').getByRole('link', { name: t.tire.inCart }));
    await page.waitForURL(`**${path('/cart')}`);
    await press(page.locator('main').getByRole('button', { name: t.count.more }));
    await eventually(() => page.getByRole('textbox', { name: t.validation.count }).inputValue()).toBe('5');
    const sum = euros[locale](((Math.round(tire.price * 100) * 5) / 100).toFixed(2));
    await eventually(async () => collapseSpaces(await page.locator('main').textContent())).toContain(
      `${t.cart.total} ${sum}`,
    );
    expect(await badge.textContent()).toBe('1');

    // Order form.
    await press(page.getByRole('link', { name: t.cart.toOrder, exact: true }));
    await page.waitForURL(`**${path('/order')}`);
    await page.getByLabel(t.order.name, { exact: true }).fill('Mari Maasikas');
    await page.getByLabel(t.order.email, { exact: true }).fill(`${locale}-${device.viewport.width}@example.com`);
    await page.getByLabel(t.order.phone, { exact: true }).fill('+372 5123 4567');
    await press(page.getByRole('radio', { name: /^Annelinn/ }));
    await press(page.getByRole('radio', { name: new RegExp(`^${t.order.fitting}`) }));
    await page.getByLabel(t.order.plate).fill('123 ABC');
    await press(page.getByRole('radio', { name: t.payment[method].label }));
    await press(page.locator('#field-acceptTerms'));
    await press(page.getByRole('button', { name: t.order.submit }));

    // Success page.
    await page.waitForURL(`**${path('/success')}?order=*`);
    const [, number = '', token = ''] = /order=([^#]*)#(.*)$/.exec(page.url()) ?? [];
    expect(number).toMatch(/^R\d\d-\w{5}$/);
    expect(token).toMatch(/^[\w-]{22}$/);
    const heading = page.getByRole('heading', { level: 1 });
    await eventually(() => heading.textContent()).toContain(number);
    expect(collapseSpaces(await page.locator('main').textContent())).toContain(sum);

    const order = await shop.db.kysely
      .selectFrom('orders')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({
      locale,
      branch: 'annelinn',
      fulfilment: 'fitting',
      plate: '123 ABC',
      total_cents: Math.round(tire.price * 100) * 5,
    });
    const lines = await shop.db.kysely.selectFrom('order_lines').selectAll().where('order_id', '=', order.id).execute();
    expect(lines).toMatchObject([{ tire_id: tire.id, count: 5, price_cents: Math.round(tire.price * 100) }]);
    expect(lines).toHaveLength(1);

    // The cart is empty, and no request URL contained the token of the order.
    expect(await badge.isVisible()).toBe(false);
    expect(await storedValue(page, 'cart')).toBe('{}');
    expect(JSON.parse((await storedValue(page, 'orders')) ?? '')).toEqual([{ number, token }]);
    expect(await storedValue(page, 'device-id')).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(await storedKeys(page)).toEqual(['cart', 'device-id', 'isCookieAccepted', 'orders']);
    expect(requestedPaths.join()).not.toContain(token);
  });
});

/** Chooses a filter value and waits for the new list. */
async function changeFilter(page: Page, choose: () => Promise<unknown>): Promise<void> {
  const url = page.url();
  await Promise.all([page.waitForResponse(/\/api\/v1\/products\?(?!id=)/), choose()]);
  await page.waitForURL((now) => now.href !== url);
  await page.locator('section[aria-busy="false"]').waitFor({ state: 'attached' });
}

const en = messages.en;
const largePhone = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true };

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
  await thumb.tap(main.getByRole('link', { name: new RegExp(`^${en.seasonTab.winter_studded.name}`) }));
  await page.waitForURL(/season=winter_studded/);
  await main.locator('[aria-busy="false"]').first().waitFor();
}

test('four studded tires are bought with fitting on a phone, with few taps and little scrolling; the order stays after a reload', async () => {
  const page = await shop.visit({ ...largePhone, language: 'en' });
  const thumb = newThumb();
  const main = page.getByRole('main');
  const radio = (name: RegExp) => main.getByRole('radio', { name }).first();
  await open(page, '/en');

  await chooseSizeAndSeason(page, thumb);
  await thumb.tap(main.getByRole('button', { name: new RegExp(`^${en.tire.add}`) }).first());
  await thumb.tap(page.getByRole('link', { name: /^4 tyres · .* · Cart$/ }));
  await page.waitForURL('**/en/cart');
  await thumb.tap(radio(new RegExp(`^${en.cart.fitting}`)));
  await thumb.tap(main.getByRole('link', { name: en.cart.toOrder, exact: true }));
  await page.waitForURL('**/en/order');
  const name = main.getByRole('textbox', { name: en.order.name, exact: true });
  await name.waitFor();
  const beforeForm = { ...thumb.count };
  expect(beforeForm.taps).toBeLessThanOrEqual(most.taps);
  expect(beforeForm.screens).toBeLessThanOrEqual(most.screens);

  // Further text fields cost no tap, because the keyboard has a key that goes to the next field.
  await thumb.type(name, 'Mari Maasikas');
  await main.getByRole('textbox', { name: en.order.email, exact: true }).fill('walk@example.com');
  await main.getByRole('textbox', { name: en.order.phone, exact: true }).fill('+372 5123 4567');
  await thumb.tap(radio(/^Annelinn/));
  expect(await radio(new RegExp(`^${en.order.fitting}`)).isChecked()).toBe(true);
  await thumb.tap(radio(/^Car\b/));
  await thumb.tap(radio(new RegExp(`^${en.orderFitting.soonest}`)));
  await thumb.tap(radio(new RegExp(`^${en.payment.pay_at_branch.label}`)));
  await thumb.tap(main.getByRole('checkbox', { name: /terms of sale/ }));
  await thumb.tap(main.getByRole('button', { name: en.order.submit }));
  await waitForPlacedOrder(page);
  expect(thumb.count.taps - beforeForm.taps).toBeLessThanOrEqual(7);
  expect(await shop.db.kysely.selectFrom('fitting_bookings').select('state').execute()).toEqual([{ state: 'booked' }]);

  // The order stays after a reload, and the cart is empty.
  const { searchParams, hash } = new URL(page.url());
  const requestedPaths = recordRequests(page, /./);
  await page.reload();
  await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toContain(searchParams.get('order'));
  await open(page, '/en/cart');
  await page.getByText(en.cart.empty).waitFor();
  expect(requestedPaths.join()).not.toContain(hash.slice(1));
});
