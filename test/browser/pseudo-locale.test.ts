import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import facts from '../../shop.config.ts';
import { locales } from '../../src/shop/locale.ts';
import { href, indexedPages } from '../../src/web/sitemap.ts';
import { browserShop, cartOf, hydrated, open, phone, words } from '../support/browser.ts';
import { form, items } from '../support/orders-shop.ts';
import { marked, pseudoBuild, withoutMarked } from '../support/pseudo-locale.ts';
import { fillCatalogue, idOf } from '../support/shop-catalogue.ts';
import { visibleWords } from '../support/visible-words.ts';

// Every text of the message files stands in ⟦marks⟧ here; what has none was written into the code.
const shop = browserShop({ fill: fillCatalogue, build: pseudoBuild });

const t = words.en;
const customer = { name: 'Mari Maasikas', email: 'mari@example.com', phone: '+372 5123 4567' };

/** What is the same in every language: the owner's names, those of languages, of the buyer and of what Intl writes. */
const names = [
  ...[facts.name, facts.legalName, facts.vatNumber, facts.address, facts.email, facts.bank.holder, facts.bank.name],
  ...[facts.bank.bic, facts.bank.iban.slice(0, 2)],
  ...facts.branches.flatMap(({ name, street, city }) => [name, street, city]),
  ...Object.values(locales).flatMap(({ label, name }) => [label, name]),
  customer.name,
  ...Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1 + month))).flatMap((day) =>
    new Intl.DateTimeFormat('en-GB', { weekday: 'long', month: 'long' })
      .formatToParts(day)
      .map(({ value }) => value.trim()),
  ),
];

/** Numbers of orders, addresses of buyers, and the word that Intl writes between day and time. */
const ownWords = /\bR\d\d-[0-9A-Z]{5}\b|[\w-]+@example\.com|(?<=\d{4}) at (?=\d\d:\d\d)/g;

/** Words on the page that come neither from the message files nor from these names. */
async function unmarked(page: Page, more: readonly string[] = []): Promise<string[]> {
  const known = [...names, ...more, ...(await tireWords())].sort((a, b) => b.length - a.length);
  const found = (await visibleWords(page)).filter(({ text }) => {
    let rest = withoutMarked(text);
    for (const name of known) if (name) rest = rest.replaceAll(name, ' ');
    return /\p{L}{2,}/u.test(rest.replace(ownWords, ' '));
  });
  return found.map(({ where, text }) => `${where} ${text}`);
}

let tires: string[] | undefined;

/** Makers, models and sizes of the catalogue. */
async function tireWords(): Promise<string[]> {
  if (tires) return tires;
  type Tire = {
    id: string;
    manufacturer: { label: string };
    model: string;
    size: { text: string };
    speedIndex: string;
  };
  const ids = (await shop.db.kysely.selectFrom('tires').select('id').execute()).map(({ id }) => id);
  const answers: Tire[][] = await Promise.all(
    [ids.slice(0, 40), ids.slice(40)].map(async (some) => {
      const answer = await fetch(
        `${shop.address}/api/v1/products?${new URLSearchParams(some.map((id) => ['id', id]))}`,
      );
      return ((await answer.json()) as { items: Tire[] }).items;
    }),
  );
  const all = answers.flat().flatMap(({ manufacturer, model, size }) => [manufacturer.label, model, size.text]);
  // And the signs that stand on the rubber itself.
  tires = [...new Set(all), 'XL', 'DOT', '3PMSF', 'ZR'];
  return tires;
}

async function expectAllMarked(page: Page, more?: readonly string[]): Promise<void> {
  expect(await unmarked(page, more)).toEqual([]);
  // Otherwise nothing was shown, or nothing was marked.
  expect((await visibleWords(page)).filter(({ text }) => text.includes('⟦')).length).toBeGreaterThan(20);
}

const visit = (kept: Record<string, string> = {}) => shop.visit({ language: 'en', kept });
const id = (model: string) => idOf(shop.db.kysely, model);
const fails = /Failed to load resource/;

describe('no words stand in the code', () => {
  test('that looks for them finds them, wherever they are', async () => {
    const page = await visit();
    await open(page, '/en/faq');
    await page.evaluate(() => {
      const paragraph = document.createElement('p');
      paragraph.textContent = '⟦Marked⟧ Planted text';
      paragraph.title = 'Planted title';
      paragraph.className = "after:content-['Planted']";
      document.querySelector('main')?.append(paragraph);
      document.title = 'Planted name';
    });
    expect(await unmarked(page)).toEqual([
      'title Planted name',
      '<p title> Planted title',
      '<p> ⟦Marked⟧ Planted text',
    ]);
  });

  test.each([
    ['a season', '/en?season=summer'],
    ['everything', '/en?treadWidth=&profile=&diameter=&season='],
    ['a second page', '/en?treadWidth=225&profile=45&diameter=17&season=all_season&page=2&sort=name'],
    ['a maker that has nothing in this size', '/en?season=truck&manufacturer=nokian'],
    ['nothing at all', '/en?treadWidth=100&profile=100&diameter=8&season=truck'],
  ])('of a list: %s', async (_, path) => {
    const page = await visit();
    await open(page, path);
    await page.getByRole('region', { name: t.cookies.title }).waitFor();
    await expectAllMarked(page);
  });

  test('of a list or a tire that could not be loaded', async () => {
    shop.allowErrors(fails);
    const page = await visit();
    await open(page, '/en/faq');
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('link', { name: t.nav.tires }).first().click();
    await page.getByText(t.home.failed).waitFor();
    await expectAllMarked(page);
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: t.home.retry }).click();
    const tire = page.locator('main h3 a').first();
    await tire.waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await tire.click();
    await page.getByText(t.product.failedHelp).waitFor();
    await expectAllMarked(page);
  });

  test.each([
    'Hakka Blue 3',
    'Primacy ZP',
    'Hakkapeliitta 10',
    'Eskimo',
    'Agilis',
    'Trenta',
    'X Multi',
    'Cup 2',
    'Sold Out',
  ])('of the page of a tire: %s', async (model) => {
    const page = await visit({ isCookieAccepted: 'true' });
    await open(page, `/en/product?id=${await id(model)}`);
    await expectAllMarked(page);
  });

  test('of the page of a tire that there is not', async () => {
    shop.allowErrors(fails);
    const page = await visit();
    await open(page, '/en/product?id=none');
    await expectAllMarked(page);
  });

  test.each(indexedPages.filter((page) => page !== 'index'))('of the texts: %s', async (name) => {
    const page = await visit();
    await open(page, href(name, 'en'));
    for (const folded of await page.locator('main summary:visible').all()) await folded.click();
    await expectAllMarked(page);
  });

  test('of a page that there is not, but for those of the specification', async () => {
    shop.allowErrors(fails);
    const page = await visit();
    await open(page, '/en/no/such-page');
    await expectAllMarked(page, ['Page not found: /en/no/such-page']);
  });

  test('of the menu and of a branch', async () => {
    const small = await shop.visit({ ...phone, language: 'en' });
    await open(small, '/en/cart');
    await small.getByRole('button', { name: t.nav.menu }).tap();
    await small.getByRole('dialog').waitFor();
    await expectAllMarked(small);

    const page = await visit();
    await open(page, '/en/cart');
    await page.locator('header').getByRole('button', { name: 'Annelinn' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Open until|Closed\./)
      .waitFor();
    await expectAllMarked(page);
  });

  test('of the size finder and its help, and far down the list', async () => {
    const page = await visit();
    await open(page, '/en');
    for (const folded of await page.locator('main summary:visible').all()) await folded.click();
    for (const [typed, answer] of [
      ['', t.finder.empty],
      ['wide', t.finder.unreadable],
      ['995/55 R16', t.finder.impossible],
    ] as const) {
      await page.getByLabel(t.finder.label).fill(typed);
      await page.getByRole('button', { name: t.finder.find }).click();
      await page.getByText(answer).waitFor();
      await expectAllMarked(page);
    }
    await page.evaluate(() => scrollTo(0, 1000));
    await page.getByRole('button', { name: t.shell.toTop }).waitFor();
    await expectAllMarked(page);
  });

  test('of notifications', async () => {
    const page = await visit();
    await open(page, `/en/product?id=${await id('Hakka Blue 3')}`);
    // What has the focus waits.
    const close = page.getByRole('button', { name: t.notification.close });
    await page.getByRole('button', { name: t.tire.add }).click();
    await close.focus();
    await expectAllMarked(page);
    await page.getByRole('link', { name: t.notification.toCart }).click();
    await page.getByRole('button', { name: /Remove/ }).click();
    await close.focus();
    await expectAllMarked(page);
  });

  test('of the cart: what changed, too many, cleared and empty', async () => {
    const cart = JSON.parse(
      await cartOf(shop.address, {
        [await id('Hakka Blue 3')]: 4,
        [await id('Primacy 5')]: 20,
        [await id('Hakkapeliitta 10')]: 2,
        [await id('Sold Out')]: 4,
      }),
    );
    const [first, second, , fourth] = Object.values<Record<string, unknown>>(cart);
    Object.assign(first ?? {}, { price: 1 });
    Object.assign(second ?? {}, { available: 400, count: 300 });
    Object.assign(fourth ?? {}, { available: 4 });
    const page = await visit({ cart: JSON.stringify(cart) });
    await open(page, '/en/cart');
    await page.getByText(t.cart.changed.title).waitFor();
    await page.getByText(t.cart.fixFirst).waitFor();
    await expectAllMarked(page);
    await page.getByRole('button', { name: t.cart.clear }).click();
    await page.getByText(t.cart.cleared).waitFor();
    await expectAllMarked(page);
    await page.reload();
    await hydrated(page);
    await page.getByText(t.cart.empty).waitFor();
    await expectAllMarked(page);
  });

  test('of a cart that could not be checked', async () => {
    shop.allowErrors(fails);
    const page = await visit({ cart: await cartOf(shop.address, { [await id('Hakka Blue 3')]: 4 }) });
    await page.route('**/api/**', (route) => route.abort());
    await open(page, '/en/cart');
    await page.getByText(t.cart.notRefreshed).waitFor();
    await expectAllMarked(page);
  });

  test('of the order page: untouched, with every field wrong, and refused for every reason', async () => {
    shop.allowErrors(fails);
    const page = await visit({ cart: await cartOf(shop.address, { [await id('Hakka Blue 3')]: 4 }) });
    await open(page, '/en/order');
    const submit = page.getByRole('button', { name: t.order.submit });
    await page.getByRole('radio', { name: t.payment.pay_at_branch.label }).waitFor();
    await expectAllMarked(page);

    await page.getByLabel(t.order.forCompany).check();
    await page.getByRole('radio', { name: new RegExp(`^${marked(t.order.fitting)}`) }).check();
    await submit.click();
    await page.getByText(t.order.errorsTitle).waitFor();
    await expectAllMarked(page);

    const field = (label: string) => page.getByLabel(marked(label), { exact: true });
    await field(t.order.email).fill('mari');
    await field(t.order.phone).fill('1');
    await field(t.order.name).fill('x'.repeat(300));
    await page.locator('#field-plate').fill('!');
    await submit.click();
    await page.getByText(t.validation.email).first().waitFor();
    await expectAllMarked(page);

    await page.getByLabel(t.order.forCompany).uncheck();
    await page.getByRole('radio', { name: new RegExp(`^${marked(t.order.pickup)}`) }).check();
    await field(t.order.name).fill(customer.name);
    await field(t.order.email).fill(customer.email);
    await field(t.order.phone).fill(customer.phone);
    await page.getByRole('radio', { name: /^Ringtee/ }).check();
    await page.getByRole('radio', { name: t.payment.pay_at_branch.label }).check();
    await page.locator('#field-acceptTerms').check();
    const refusals = [
      { code: 'price-changed', word: t.refusal['price-changed'] },
      { code: 'out-of-stock', word: t.refusal['out-of-stock'] },
      { code: 'too-many-requests', word: t.refusal['too-many-requests'] },
      { code: 'in-progress', word: t.refusal['in-progress'] },
      { code: 'internal', word: /Something went wrong on our side/ },
      { code: 'validation', word: /could not be ordered/, errors: [{ path: 'items.0.count', code: 'integer' }] },
      { code: 'validation', word: t.validation.minLength, errors: [{ path: 'customer.name', code: 'minLength' }] },
    ];
    for (const { code, word, errors } of refusals) {
      await page.route('**/api/v1/orders', (route) => route.fulfill({ status: 409, json: { code, errors } }));
      await submit.click();
      await page.getByText(word).first().waitFor();
      await expectAllMarked(page);
      await page.unroute('**/api/v1/orders');
    }
  });

  test('of the order page with nothing to order, and where the ways of paying cannot be had', async () => {
    shop.allowErrors(fails);
    const empty = await visit();
    await open(empty, '/en/order');
    await empty.getByText(t.order.emptyCart).waitFor();
    await expectAllMarked(empty);

    const page = await visit({ cart: await cartOf(shop.address, { [await id('Hakka Blue 3')]: 4 }) });
    await page.route('**/api/v1/payment/**', (route) => route.abort());
    await open(page, '/en/order');
    await page.getByText(t.order.methodsFailed).waitFor();
    await expectAllMarked(page);
  });

  test('of the page after the order', async () => {
    shop.allowErrors(fails);
    const page = await visit();
    await open(page, '/en/success?order=R26-00000#none');
    await page.getByText(t.success.unknown).first().waitFor();
    await expectAllMarked(page);

    for (const changes of [
      { paymentMethod: 'bank_transfer', fulfilment: 'fitting', plate: '123 ABC', note: '…' },
      { paymentMethod: 'pay_at_branch', company: { name: facts.legalName, regCode: '12345678', vatNumber: '' } },
    ]) {
      const order = await placed(changes);
      await open(page, `/en/success?order=${order.number}#${order.token}`);
      await page.getByRole('button', { name: t.success.print }).waitFor();
      await expectAllMarked(page, ['ABC']);
    }
  });

  test.each(['completed', 'cancelled', 'expired'] as const)('of an order that is %s', async (status) => {
    const { number, token } = await placed({ paymentMethod: 'pay_at_branch' });
    const page = await visit({ orders: JSON.stringify([{ number, token }]) });
    await shop.db.kysely.updateTable('orders').set({ status }).where('number', '=', number).execute();
    await open(page, `/en/success?order=${number}#${token}`);
    await page.getByText(t.success.closed[status]).waitFor();
    await expectAllMarked(page);
    await open(page, '/en/cart');
    await page.getByText(t.recentOrders.title).waitFor();
    await expectAllMarked(page);
  });

  test.each(['/en/cart', '/en/order', '/en/success'])('of %s without JavaScript', async (path) => {
    const page = await shop.visit({ language: 'en', javaScriptEnabled: false });
    await page.goto(path);
    const said = await page.locator('noscript').allTextContents();
    expect(said.length).toBeGreaterThan(0);
    for (const text of said) expect(withoutMarked(text.replace(/<[^>]*>/g, ''))).not.toMatch(/\p{L}/u);
  });
});

async function placed(changes: Record<string, unknown>): Promise<{ number: string; token: string }> {
  const answer = await fetch(`${shop.address}/api/v1/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(
      form({
        customer: { ...customer, email: `${randomUUID()}@example.com` },
        items: items([await id('Hakka Blue 3'), 1, 79.9]),
        ...changes,
      }),
    ),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { order: { number: string; token: string } }).order;
}
