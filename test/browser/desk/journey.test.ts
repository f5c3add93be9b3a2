import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { eventually, phone } from '../../support/browser/browser.ts';
import { browserDesk, counting, deskMessages } from '../../support/browser/desk-browser.ts';

const desk = browserDesk();
const t = deskMessages.en;

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
/** Waits until the primary button of the screen has this label. */
const primary = (page: Page, name: string | RegExp) => page.locator('main [data-primary]', { hasText: name }).waitFor();

/** Presses Tab until the focus is on an element with this text. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await focusedText(page)) === text) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach “${text}”`);
}

test('by keyboard alone an invited worker enrols, finds an order, puts it aside, takes the money and hands over', async () => {
  const number = await desk.order();
  const page = await desk.invited({ language: 'en' });
  const { press, taken } = counting(page);
  await heading(page, 'Hello, Kati!');
  expect(page.url()).toBe(`${desk.shop.deskUrl}/invite`);
  await tabTo(page, t.invitation.enrol);
  await press('Enter');
  await heading(page, /^Today/);

  taken();
  await press('/');
  await page.keyboard.type(number.replace('-', '').toLowerCase());
  await press('Enter');
  await heading(page, number);
  // The key that goes to the box, and Enter.
  expect(taken()).toBe(2);

  await primary(page, t.acts['put-aside']);
  await press('Control+Enter');
  await heading(page, `${number}: put aside`);
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.keyboard.type('A3');
  await primary(page, t.putAside.putAndTell);
  await press('Control+Enter');
  await desk.orderIs(number, 'ready');
  await heading(page, new RegExp(`^${number}$`));
  expect(taken()).toBe(2);

  await primary(page, t.acts['paid-card']);
  await press('Control+Enter');
  await primary(page, /^Card/);
  await press('Control+Enter');
  await primary(page, t.acts['hand-over']);
  await press('Control+Enter');
  await desk.orderIs(number, 'completed');
  await heading(page, new RegExp(`^${number}$`));
  expect(taken()).toBe(3);

  // Back at Today by its keys, typed slower than a scanner does.
  await page.keyboard.type('gt', { delay: 100 });
  await heading(page, /^Today/);
  await eventually(() => page.locator(`a[href="/o/${number}/hand-over"]`).count()).toBe(0);
  // A scanner types the code of a label and Enter.
  await page.evaluate(
    (keys) => {
      for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    },
    [...`${desk.shop.deskUrl}/o/${number}`, 'Enter'],
  );
  await heading(page, number);
});

describe('on a phone', () => {
  test('two of four tires are handed over in four taps, the rest from Today in two', async () => {
    const number = await desk.order();
    const page = await desk.entered({ ...phone, language: 'en' });
    const { tap, taken } = counting(page);
    await page.goto(`${desk.shop.deskUrl}/o/${number}`);
    await page.getByRole('main').getByRole('link', { name: t.acts['put-aside'], exact: true }).tap();
    await page.getByLabel(t.putAside.shelf).fill('A3');
    await page.getByRole('button', { name: t.putAside.putAndTell }).tap();
    await page.getByRole('link', { name: t.acts['paid-card'] }).tap();
    await page.getByRole('button', { name: /^Card/ }).tap();
    await page.getByRole('button', { name: t.acts['hand-over'] }).waitFor();
    await page.goBack();
    await heading(page, new RegExp(`^${number}$`));

    const fewer = page.getByRole('button', { name: new RegExp(`^${t.units.fewer}`) });
    await tap(page.getByRole('main').getByRole('link', { name: t.acts['hand-over'], exact: true }));
    await tap(fewer);
    await tap(fewer);
    await eventually(() => page.getByRole('textbox', { name: /R16/ }).inputValue()).toBe('2');
    await tap(page.getByRole('button', { name: t.acts['hand-over'] }));
    await heading(page, new RegExp(`^${number}$`));
    expect(taken()).toBe(4);
    await desk.orderIs(number, 'ready');

    await page.goto(desk.shop.deskUrl);
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: new RegExp(number) }) })
      .first();
    await tap(row.getByRole('link', { name: t.acts['hand-over'], exact: true }));
    await tap(page.getByRole('button', { name: t.acts['hand-over'] }));
    await desk.orderIs(number, 'completed');
    expect(taken()).toBe(2);
  });
});

test('after signing out, going back shows nothing of an order; the passkey signs in again', async () => {
  const number = await desk.order();
  const page = await desk.entered({ language: 'en' });
  await page.goto(`${desk.shop.deskUrl}/o/${number}`);
  await heading(page, number);
  await page.getByRole('button', { name: t.shell.signOut }).click();
  const signIn = page.getByRole('button', { name: t.signIn.passkey });
  await signIn.waitFor();
  await page.goBack();
  await signIn.waitFor();
  expect(await page.getByText(number).count()).toBe(0);
  expect(await page.getByText('Mari Maasikas').count()).toBe(0);
  await signIn.click();
  await page.getByRole('button', { name: t.shell.signOut }).waitFor();
});

test('a screen shows what another one does within a second', async () => {
  const number = await desk.order();
  const [one, other] = [await desk.entered({ language: 'en' }), await desk.entered({ language: 'en' })];
  for (const page of [one, other]) {
    await page.goto(`${desk.shop.deskUrl}/o/${number}`);
    await heading(page, number);
  }
  await one.getByLabel(t.order.newNote).fill('rings before noon');
  const note = other.getByText('rings before noon');
  await one.getByRole('button', { name: t.acts.note }).click();
  const pressedAt = performance.now();
  await note.waitFor();
  expect(performance.now() - pressedAt).toBeLessThan(1_000);
});

test('without a connection a banner says so; a put-aside arrives once afterwards, money is not booked by itself', async () => {
  desk.shop.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const number = await desk.order();
  const page = await desk.entered({ language: 'en' });
  await page.goto(`${desk.shop.deskUrl}/o/${number}/put-aside`);
  await page.getByLabel(t.putAside.shelf).fill('A3');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: t.putAside.putAndTell }).click();
  await page.getByRole('button', { name: t.units.waitingForConnection }).waitFor();
  const banner = page.getByText(t.shell.offline);
  await banner.waitFor();
  await page.context().setOffline(false);
  await desk.orderIs(number, 'ready');
  await heading(page, new RegExp(`^${number}$`));

  await page.goto(`${desk.shop.deskUrl}/o/${number}/hand-over`);
  const card = page.getByRole('button', { name: /^Card/ });
  await card.waitFor();
  await page.context().setOffline(true);
  await card.click();
  await page.getByRole('main').getByRole('alert').waitFor();
  await banner.waitFor();
  await page.context().setOffline(false);
  await banner.waitFor({ state: 'detached' });
  await card.waitFor();
  const booked = await desk.shop.db.kysely.selectFrom('payment_ledger').selectAll().execute();
  const { id } = await desk.shop.db.kysely
    .selectFrom('orders')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  expect(booked.filter((entry) => entry.order_id === id)).toEqual([]);
  const put = desk.shop.db.kysely.selectFrom('desk_log').select('act').where('subject', '=', `order ${number}`);
  expect((await put.where('act', '=', 'put-aside').execute()).length).toBe(1);
});
