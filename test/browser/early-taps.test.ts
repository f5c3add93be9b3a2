import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  browserShop,
  cartOf,
  eventually,
  messages,
  open,
  openBeforeScripts,
  phone,
  storedValue,
} from '../support/browser/browser.ts';

const shop = browserShop();

const t = messages.en;
const addButtons = (page: Page) => page.locator('main li button[value]');

const storedCounts = async (page: Page) =>
  Object.entries(JSON.parse((await storedValue(page, 'cart')) ?? '{}') as Record<string, { count: number }>).map(
    ([id, { count }]) => [id, count],
  );

test('tires that are added before scripts load are shown at once, and are in the cart once', async () => {
  const page = await shop.visit({ ...phone, language: 'en' });
  const release = await openBeforeScripts(page, '/en?season=summer');
  const buttons = [addButtons(page).first(), addButtons(page).nth(2)] as const;
  const ids = await Promise.all(buttons.map((button) => button.getAttribute('value')));
  for (const button of [...buttons, buttons[0]]) {
    await button.tap();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
  }
  release();
  await eventually(() => page.getByTestId('cart-count').textContent()).toBe('2');
  expect(await storedCounts(page)).toEqual(ids.map((id) => [id, 4]));
  await eventually(() => page.getByRole('link', { name: t.tire.inCart }).count()).toBe(2);
  expect(await addButtons(page).first().getAttribute('aria-pressed')).toBeNull();
});

test('a tire that is added before scripts load joins the stored cart and stays after a change of language', async () => {
  const [stored = ''] = await idsOnSale();
  const storage = { cart: await cartOf(shop.address, { [stored]: 2 }) };
  const page = await shop.visit({ language: 'en', storage });
  const release = await openBeforeScripts(page, '/en');
  const button = addButtons(page).first();
  const id = await button.getAttribute('value');
  await button.click();
  await page.getByRole('link', { name: /^Rus/ }).first().click();
  await page.waitForURL('**/ru', { waitUntil: 'commit' });
  release();
  await eventually(() => page.getByTestId('cart-count').textContent()).toBe('2');
  expect(await storedCounts(page)).toEqual([
    [stored, 2],
    [id, 4],
  ]);
});

async function idsOnSale(): Promise<string[]> {
  const answer = await fetch(`${shop.address}/api/v1/products?season=truck`);
  return ((await answer.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
}

test('React receives no press before hydration, because it would hydrate the page before the browser shows it', async () => {
  const page = await shop.visit({ ...phone, language: 'en' });
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    // Where React listens, too.
    for (const type of ['pointerdown', 'touchend', 'mousedown', 'click'])
      document.addEventListener(type, () => heard.push(type), true);
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0));
  const release = await openBeforeScripts(page, '/en');
  await addButtons(page).first().tap();
  expect(await heard()).toEqual([]);
  await page.getByRole('heading', { level: 1 }).tap();
  expect(await heard()).toEqual(['click']);
  release();
  await eventually(() => page.getByTestId('cart-count').textContent()).toBe('1');
  await eventually(() => page.locator('[data-add-early]').count()).toBe(0);
  await addButtons(page).nth(1).tap();
  await eventually(() => page.getByTestId('cart-count').textContent()).toBe('2');
  expect(await heard()).toEqual(['pointerdown', 'touchend', 'mousedown', 'click']);
});

test('a tire is added at once even if its row is hydrated only after the cart is read', async () => {
  const page = await shop.visit({ language: 'en' });
  await open(page, '/en');
  await eventually(() => page.locator('[data-add-early]').count()).toBe(0);
  const button = addButtons(page).first();
  // The button as it is in the document.
  await button.evaluate((element: HTMLButtonElement) => {
    const copy = element.cloneNode(true) as HTMLButtonElement;
    copy.dataset.addEarly = '4';
    document.body.prepend(copy);
  });
  await page.locator('[data-add-early]').click();
  await eventually(() => page.getByTestId('cart-count').textContent()).toBe('1');
  await eventually(() => page.getByRole('link', { name: t.tire.inCart }).count()).toBe(1);
});

test('the link to the cart takes the focus of a button that was pressed before scripts load', async () => {
  const page = await shop.visit({ language: 'en' });
  const release = await openBeforeScripts(page, '/en');
  await addButtons(page).first().press('Enter');
  release();
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(t.tire.inCart);
});

test.each([true, false])(
  'the menu opens before scripts load, and stays open (invoker commands: %s)',
  async (hasCommands) => {
    const page = await shop.visit({ ...phone, language: 'en' });
    if (!hasCommands)
      await page.addInitScript(() => {
        Object.defineProperty(HTMLButtonElement.prototype, 'commandForElement', { value: null });
        addEventListener('command', (event) => event.preventDefault(), true);
      });
    const release = await openBeforeScripts(page, '/en');
    await page.getByRole('button', { name: t.nav.menu }).tap();
    const faq = page.getByRole('dialog').getByRole('link', { name: t.nav.faq, exact: true });
    expect(await faq.isVisible()).toBe(true);
    release();
    await eventually(() => page.locator('[data-add-early]').count()).toBe(0);
    expect(await faq.isVisible()).toBe(true);
  },
);
