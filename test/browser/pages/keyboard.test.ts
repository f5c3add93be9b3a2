import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  browserShop,
  cartOf,
  collapseSpaces,
  eventually,
  messages,
  open,
  waitForHydration,
} from '../../support/browser/browser.ts';

const shop = browserShop();
const t = messages.ee;

/** The focused element: its accessible name, its tag, and the HTML of an element that covers it. */
function focused(page: Page): Promise<{ name: string; tag: string; hiddenBy: string | null }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { left, top, width, height } = element.getBoundingClientRect();
    // The middle of its visible part: the focused element may be as tall as the page.
    const topmost = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2);
    const hidden =
      topmost === null || !(element.contains(topmost) || topmost.contains(element) || topmost.closest('label'));
    const name =
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent;
    return {
      name: name.replace(/\s+/g, ' ').trim(),
      tag: element.localName,
      hiddenBy: hidden ? (topmost?.outerHTML ?? '') : null,
    };
  });
}

/** Presses a key until the element with this name has the focus. Fails when another element covers a focused element. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const focusedNames: string[] = [];
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press(key);
    const current = await focused(page);
    expect(current).toMatchObject({ hiddenBy: null });
    focusedNames.push(current.name);
    if (typeof name === 'string' ? current.name === name : name.test(current.name)) return;
  }
  throw new Error(`${name} did not get the focus, only ${focusedNames.join(' | ')}`);
}

const focusedHeading = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('h1, h2')?.textContent ?? '');

test('an order is placed by keyboard alone, and the cookie banner covers no focused element', async () => {
  const page = await shop.visit({ language: 'ee' });
  await open(page, '/');
  await page.getByRole('region', { name: t.cookies.title }).waitFor();
  await tabTo(page, t.finder.label);
  await page.keyboard.type('225/45 R17');
  await page.keyboard.press('Enter');
  await eventually(() => focusedHeading(page)).toMatch(/^\d+ rehv/);
  // Before the new list has loaded, Tab would continue in the previous list.
  await page.locator('main li', { hasText: '225/45 R17' }).first().waitFor();
  await tabTo(page, /^Lisa ostukorvi: /);
  await page.keyboard.press('Enter');
  await eventually(async () => (await focused(page)).name).toBe(collapseSpaces(t.tire.inCart));
  await page.keyboard.press('Enter');
  await eventually(() => focusedHeading(page)).toBe(t.cart.title);
  await tabTo(page, t.cart.toOrder);
  await page.keyboard.press('Enter');
  await eventually(() => focusedHeading(page)).toBe(t.order.title);

  await page.getByRole('radio', { name: t.payment.pay_at_branch.label }).waitFor();
  await tabTo(page, t.order.submit);
  await page.keyboard.press('Enter');
  await eventually(async () => (await focused(page)).name).toContain(t.order.errorsTitle);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect((await focused(page)).name).toBe(t.order.name);
  await page.keyboard.type('Mari Maasikas');
  await tabTo(page, t.order.email);
  await page.keyboard.type('mari@example.com');
  await tabTo(page, t.order.phone);
  await page.keyboard.type('+372 5123 4567');
  await tabTo(page, /^Ringtee/);
  await page.keyboard.press('ArrowDown');
  await eventually(async () => (await focused(page)).name).toMatch(/^Annelinn/);
  await tabTo(page, new RegExp(`^${t.order.pickup}`));
  await page.keyboard.press('Space');
  // In a group of radio buttons Tab focuses the first, and arrow keys choose.
  await tabTo(page, new RegExp(`^${t.payment.bank_transfer.label}`));
  await page.keyboard.press('ArrowDown');
  await eventually(async () => (await focused(page)).name).toContain(t.payment.pay_at_branch.label);
  await tabTo(page, /^Olen läbi lugenud/);
  await page.keyboard.press('Space');
  await tabTo(page, t.order.submit);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/success?order=*');
  await eventually(() => focusedHeading(page)).toMatch(/R\d\d-\w{5}/);
});

test('after a change of the list the focus stays in a used filter, or moves to the heading after a click on a link', async () => {
  const page = await shop.visit({ language: 'ee', storage: { isCookieAccepted: 'true' } });
  await open(page, '/?season=winter_friction');
  await page.getByRole('link', { name: t.list.next }).press('Enter');
  await page.waitForURL('**page=2');
  await eventually(() => focusedHeading(page)).toMatch(/^\d+ rehv/);

  await open(page, '/?diameter=10&season=winter_friction');
  const looser = '[aria-labelledby=result] > .border-warn a';
  await waitForHydration(page, looser);
  await page.locator(looser).first().press('Enter');
  await page.waitForURL((url) => url.search !== '?diameter=10&season=winter_friction');
  await eventually(() => focusedHeading(page)).toMatch(/^\d+ rehv/);

  const season = page.locator('select[name=season]');
  await season.focus();
  await season.selectOption('summer');
  await page.waitForURL('**season=summer');
  await page.locator('main h3').first().waitFor();
  expect(await season.evaluate((select) => select === document.activeElement)).toBe(true);
});

test('a button that disappears moves the focus to the heading', async () => {
  const page = await shop.visit({ language: 'ee' });
  await open(page, '/faq');
  await page.getByRole('button', { name: t.cookies.accept }).press('Enter');
  expect(await focusedHeading(page)).toBe(t.faq.title);
  await page.evaluate(() => scrollTo(0, 2000));
  await page.getByRole('button', { name: t.shell.toTop }).press('Enter');
  await eventually(() => page.evaluate(() => scrollY)).toBe(0);
  expect(await focusedHeading(page)).toBe(t.faq.title);
});

test('no page is wider than a screen of 320 px while the cookie banner shows', async () => {
  const products = await fetch(`${shop.address}/api/v1/products?limit=2`);
  const [tire] = ((await products.json()) as { items: { id: string }[] }).items;
  const id = tire?.id ?? '';
  const cart = await cartOf(shop.address, { [id]: 4 });
  const page = await shop.visit({ viewport: { width: 320, height: 640 }, language: 'ru', storage: { cart } });
  const paths = ['/?diameter=10', '/ru?diameter=10', '/ru', '/ru/cart', '/ru/order', '/ru/faq', `/ru/product?id=${id}`];
  for (const path of paths) {
    await open(page, path);
    await page.getByRole('region', { name: /Küpsised|cookie/ }).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect({ path, width }).toEqual({ path, width: 320 });
  }
});
