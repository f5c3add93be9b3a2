import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '../../support/browser/browser.ts';
import { deskInBrowser } from '../../support/desk/browser.ts';
import { items } from '../../support/orders/order-form.ts';

const { desk, errors, signIn } = deskInBrowser();

test('a change on one screen appears on another without a reload', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker');
  await page.getByText(number).first().waitFor();
  const other = await desk.sessionOf('worker');
  await other.act('mark-paid', { number, tender: 'card' });
  await page.getByText('paid').first().waitFor();
  await other.act('hand-over', { number });
  await page.getByText('buyer has the tyres').waitFor();
});

const banner = (page: Page) => page.getByText('No connection.', { exact: false });

test('without a connection a banner shows; when the connection is back, a note is added once, but a payment is booked only when the person presses again', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker', { at: `/o/${number}` });
  await page.getByLabel('New note').fill('rings before noon');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('button', { name: 'Waiting for the connection…' }).waitFor();
  await banner(page).waitFor();
  await page.context().setOffline(false);
  await page.getByText('rings before noon').first().waitFor();
  await banner(page).waitFor({ state: 'detached' });
  const notes = await desk.shop.db.selectFrom('order_notes').select('text').execute();
  expect(notes).toHaveLength(1);

  await page.goto(`/o/${number}/hand-over`);
  const card = page.getByRole('button', { name: /^Card/ });
  await card.waitFor();
  await page.context().setOffline(true);
  await card.click();
  await page.getByRole('main').getByRole('alert').waitFor();
  await page.context().setOffline(false);
  await banner(page).waitFor({ state: 'detached' });
  await card.waitFor();
  expect(await desk.shop.ledger()).toEqual([]);
  await card.click();
  await page.getByRole('button', { name: 'Hand over' }).waitFor();
  expect(await desk.shop.ledger()).toHaveLength(1);
  errorsOfNetwork();
});

test('a screen that cannot be loaded says so, and loads again after a press; data that could not be loaded is not called an act without an answer', async () => {
  const page = await signIn('worker');
  await page.route('**/assets/purchases-*', (route) => route.abort());
  await page.getByRole('link', { name: 'Purchases' }).click();
  await page.getByRole('heading', { name: 'The screen did not open' }).waitFor();
  await page.getByRole('link', { name: 'Today' }).waitFor();
  errors.splice(0);
  await page.unroute('**/assets/purchases-*');
  await page.route('**/api/purchases', (route) => route.abort());
  await page.getByRole('button', { name: 'Reload' }).click();
  const problem = page.getByRole('main').getByRole('alert');
  await problem.getByText('Check the connection, then reload the page.').waitFor();
  await page.unroute('**/api/purchases');
  await page.reload();
  await page.getByText('There are no open purchases.').waitFor();
  errorsOfNetwork();
});

test('after a lost response, pressing the button again books the money only once; when a colleague was faster, the screen shows the new state and the name of the colleague', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker', { at: `/o/${number}/hand-over` });
  const card = page.getByRole('button', { name: /^Card/ });
  await card.waitFor();
  // Without the event stream the screen does not learn of a change before a button is pressed.
  await page.route('**/api/events', (route) => route.abort());
  await page.reload();
  await page.route('**/api/acts/mark-paid', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await card.click();
  await page.getByRole('main').getByRole('alert').waitFor();
  expect(await desk.shop.ledger()).toHaveLength(1);
  await page.unroute('**/api/acts/mark-paid');
  await card.click();
  const handOver = page.getByRole('button', { name: 'Hand over' });
  await handOver.waitFor();
  expect(await desk.shop.ledger()).toHaveLength(1);

  const other = await desk.enrol('worker', 'kati');
  await other.act('hand-over', { number, tires: [{ id: 'tire', count: 2 }] });
  await handOver.click();
  await page.getByText(/Last change: handed over, Kati/).waitFor();
  // Two of four tires are left: the form starts again, and still shows the reason.
  await eventually(() =>
    page
      .getByLabel(/Hakka Blue 3/)
      .and(page.locator('input'))
      .inputValue(),
  ).toBe('2');
  expect(await page.getByText(/Last change: handed over, Kati/).isVisible()).toBe(true);
  errorsOfNetwork();
});

test('after an error of a proxy, pressing the button again moves the cash only once; a counter sale at a price that has changed since the screen showed it books no money', async () => {
  const session = await desk.sessionOf('worker');
  await session.act('open-drawer', { branch: 'ringtee', cents: 15_000 });
  const page = await signIn('worker', { at: '/cash' });
  const form = page.locator('section', { has: page.getByRole('heading', { name: 'Put in or take out' }) });
  await form.getByLabel('Amount in euros').fill('10,00');
  await form.getByLabel('Reason').fill('change');
  await page.route('**/api/acts/move-cash', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 502, body: '' });
  });
  const putIn = form.getByRole('button', { name: 'Put in' });
  await putIn.click();
  await form.getByRole('alert').waitFor();
  await page.unroute('**/api/acts/move-cash');
  await putIn.click();
  await eventually(() => form.getByLabel('Amount in euros').inputValue()).toBe('');
  const { body } = await session.get('/api/cash?branch=ringtee');
  expect(body).toMatchObject({ drawer: { movements: [{ amountCents: 1_000 }] } });

  await page.route('**/api/events', (route) => route.abort());
  await page.goto('/sell?tire=tire');
  const sell = (amount: string) => page.getByRole('button', { name: `Sell, card €${amount}` });
  await sell('319.60').waitFor();
  await desk.shop.db.updateTable('tires').set({ price_cents: 8_990 }).where('id', '=', 'tire').execute();
  await sell('319.60').click();
  await page.getByText('The price has changed.').waitFor();
  expect(await desk.shop.ledger()).toEqual([]);
  await sell('359.60').click();
  await page.waitForURL('**/o/*');
  expect(await desk.shop.ledger()).toMatchObject([{ kind: 'paid', amount_cents: 35_960 }]);
  errorsOfNetwork();
});

test('Back from one order to another keeps nothing that was typed for the first', async () => {
  const [number, otherNumber] = [await desk.shop.order(), await desk.shop.order()];
  const page = await signIn('worker');
  const search = async (text: string) => {
    await page.getByRole('searchbox').fill(text);
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('heading', { name: text, exact: true }).waitFor();
  };
  await search(otherNumber);
  await search(number);
  await page.getByLabel('New note').fill('rings before noon');
  await page.getByRole('button', { name: 'Company details' }).click();
  await page.getByLabel('Company name').fill('Veod OÜ');
  await page.goBack();
  await page.getByRole('heading', { name: otherNumber }).waitFor();
  expect(await page.getByLabel('New note').inputValue()).toBe('');
  expect(await page.getByLabel('Company name').count()).toBe(0);
});

test('a live update loads the screen of an order in the background; each visit, also by Back, loads it as a request of the person', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker', { at: `/o/${number}` });
  const heading = page.getByRole('heading', { name: number });
  await heading.waitFor();
  let [visits, backgroundLoads] = [0, 0];
  page.on('request', (request) => {
    if (!request.url().endsWith(`/api/orders/${number}`)) return;
    if ('desk-background' in request.headers()) backgroundLoads += 1;
    else visits += 1;
  });
  await (await desk.sessionOf('worker')).act('mark-paid', { number, tender: 'card' });
  await page.getByText('paid').first().waitFor();
  expect(backgroundLoads).toBeGreaterThan(0);
  expect(visits).toBe(0);
  await page.getByRole('link', { name: 'Today' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goBack();
  await heading.waitFor();
  await eventually(() => visits).toBe(1);
});

test('the form that hands over all tires asks for DOT codes once a count is lowered, and stores them', async () => {
  // Twelve tires, of which eight are at the branch.
  const number = await desk.shop.paidOrder({ items: items(['tire', 12]) });
  const page = await signIn('worker', { at: `/o/${number}/hand-over?all=1` });
  const count = page.getByLabel(/Hakka Blue 3/).and(page.locator('input'));
  await count.waitFor();
  expect(await page.getByLabel('DOT').count()).toBe(0);
  await count.fill('2');
  await count.blur();
  await page.getByLabel('DOT').fill('3525');
  await page.getByRole('button', { name: 'Hand over' }).click();
  await page.waitForURL(`**/o/${number}`);
  const handlings = await desk.shop.db.selectFrom('handlings').select(['kind', 'count', 'dot']).execute();
  expect(handlings).toEqual([{ kind: 'handed_over', count: 2, dot: '3525' }]);
});

test('while the database is unavailable, the screen says so and keeps the typed text', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker', { at: `/o/${number}/put-aside` });
  await page.getByLabel('Shelf').fill('A3');
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: { code: 'unavailable' } }),
  );
  await page.getByRole('button', { name: 'Put aside and tell the buyer' }).click();
  await page.getByRole('button', { name: 'Waiting for the connection…' }).waitFor();
  expect(await page.getByLabel('Shelf').inputValue()).toBe('A3');
  await page.unroute('**/api/**');
  await page.waitForURL(`**/o/${number}`);
  expect((await desk.shop.orderState(number)).status).toBe('ready');
  errorsOfNetwork();
});

test('an invitation whose answer was lost shows no link, and says that the answer did not come', async () => {
  const page = await signIn('owner', { at: '/shop' });
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  await invite.click();
  await page.getByLabel('Name', { exact: true }).fill('Jaan');
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/acts/invite-person', loseAnswer, { times: 1 });
  await invite.click();
  await page.getByText('No answer came.', { exact: false }).waitFor();
  await page.getByRole('button', { name: /^Jaan/ }).waitFor();
  expect(await page.getByText('undefined').count()).toBe(0);
  errorsOfNetwork();
});

test('a refused “Sign out elsewhere” says so', async () => {
  const page = await signIn('worker', { at: '/me' });
  await page.route('**/api/sign-out-elsewhere', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable' } }),
  );
  await page.getByRole('button', { name: 'Sign out elsewhere' }).click();
  await page.getByText('The database does not answer.', { exact: false }).waitFor();
  await page.unroute('**/api/sign-out-elsewhere');
  await page.getByRole('button', { name: 'Sign out elsewhere' }).click();
  await page.getByText('You are signed out elsewhere.').waitFor();
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
  errorsOfNetwork();
});

/** Chromium reports each failed request in the console. */
function errorsOfNetwork() {
  errors.splice(0, errors.length, ...errors.filter((text) => !/Failed to load resource|ERR_/.test(text)));
}
