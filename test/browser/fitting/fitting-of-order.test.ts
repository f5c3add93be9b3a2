import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { secret } from '../../../src/database/secrets.server.ts';
import { fittingLink } from '../../../src/shop/checkout/fitting/fitting-link.server.ts';
import type { FittingSlots } from '../../../src/shop/fitting/slots-answer.ts';
import { type Locale, localizedPath } from '../../../src/shop/locale.ts';
import type { OrderView } from '../../../src/shop/order/order-view.ts';
import { expectAccessible, scopeIn } from '../../support/browser/axe.ts';
import { browserShop, desktop, eventually, messages, open, phone, type Visit } from '../../support/browser/browser.ts';
import { items } from '../../support/orders/order-form.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';

const shop = browserShop({ tires: [{ id: 'tire', stock: { ringtee: 200, annelinn: 200 } }] });

const t = messages.en.fittingTime;
const { edit } = messages.en.success;

async function slots(): Promise<FittingSlots> {
  const answer = await fetch(`${shop.address}/api/v1/fitting/slots?branch=ringtee&items=tire:4`);
  return (await answer.json()) as FittingSlots;
}

/** The free start times of the first two days that have any. */
async function firstStarts(): Promise<[string[], string[]]> {
  const [first = [], second = []] = (await slots()).days
    .map(({ starts }) => starts.map(({ at }) => at))
    .filter((starts) => starts.length > 0);
  return [first, second];
}

/** Places an order for fitting; `at`: with this appointment. */
async function fittingOrder(at: string | null, changes: Record<string, unknown> = {}) {
  const fitting = at && { at, vehicle: 'car', storage: false, earlier: false };
  const order = { fulfilment: 'fitting', items: items(['tire', 4]), plate: '123 ABC', fitting, ...changes };
  return placeOrder(shop.address, { id: 'tire', price: 79.9 }, order);
}

async function openOrder(at: string | null, { language = 'en', ...visit }: Visit = {}) {
  const order = await fittingOrder(at, { locale: language });
  const page = await shop.visit({ language, storage: { isCookieAccepted: 'true' }, ...visit });
  await open(page, localizedPath(`/success?order=${order.number}#${order.token}`, language));
  await page.getByRole('heading', { name: messages[language].fittingTime.title }).waitFor();
  return { page, order };
}

const viewOf = async ({ number, token }: { number: string; token: string }) => {
  const answer = await fetch(`${shop.address}/api/v1/orders/${number}`, { headers: { 'order-token': token } });
  return ((await answer.json()) as { order: OrderView }).order;
};

const appointmentOf = async (order: { number: string; token: string }) => (await viewOf(order)).fitting;

/** Takes screenshots for a person to look at, if the environment names a folder in SHOTS. */
async function takeScreenshots(page: Page, name: string) {
  if (!process.env.SHOTS) return;
  const before = page.viewportSize() ?? desktop.viewport;
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize(before);
}

test('a buyer moves the fitting time with the keyboard, downloads it for a calendar, cancels it and can choose again', async () => {
  const [first, second] = await firstStarts();
  const { page, order } = await openOrder(first.at(-1) ?? '');
  await page.getByText(t.change, { exact: true }).press('Enter');
  const radio = page.locator(`input[value="${second[0]}"]`);
  await radio.waitFor();
  await radio.focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.locator(`input[value="${second[1]}"]`).isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText(t.said.booked).waitFor();
  expect(await appointmentOf(order)).toMatchObject({ at: second[1], state: 'booked' });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('fitting');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: t.calendar }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${order.number}.ics`);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain(`DTSTART:${(second[1] ?? '').replaceAll(/[-:]|\.000/g, '')}`);

  await page.getByRole('button', { name: t.cancel.open }).click();
  await page.getByRole('button', { name: t.cancel.yes }).click();
  await page.getByText(t.said.cancelled).waitFor();
  await page.getByText(t.freed.buyer).waitFor();
  expect(await appointmentOf(order)).toMatchObject({ state: 'freed', freedBecause: 'buyer' });
  await page.getByText(t.choose, { exact: true }).waitFor();
});

test('later days are announced and focused; a time that was taken in the meantime is refused, with the nearest free times', async () => {
  shop.allowErrors(/409/);
  const [, second] = await firstStarts();
  const { page, order } = await openOrder(null);
  await page.getByText(t.choose, { exact: true }).click();
  await page.getByRole('button', { name: messages.en.fittingDays.later }).press('Enter');
  await page.getByText(/^3 more days: /).waitFor({ state: 'attached' });
  const focused = () => page.evaluate(() => document.activeElement?.closest('fieldset')?.dataset.day ?? null);
  await eventually(focused).not.toBe(null);
  expect(await page.locator('fieldset[data-day]').count()).toBe(6);
  const days = await page.locator('fieldset[data-day]').evaluateAll((sets) => sets.map((set) => set.dataset.day));
  expect(await focused()).toBe(days[3]);

  const wanted = second[4] ?? '';
  await page.locator(`label:has([value="${wanted}"])`).click();
  for (let n = 0; n < 2; n++) await fittingOrder(wanted);
  await page.getByRole('button', { name: t.form.book }).click();
  await page.getByText(t.refusal['slot-taken']).waitFor();
  const nearest = page.getByRole('group', { name: messages.en.fittingDays.nearest });
  await nearest.locator('label').first().click();
  await page.getByRole('button', { name: t.form.book }).click();
  await page.getByText(t.said.booked).waitFor();
  expect(await appointmentOf(order)).toMatchObject({ state: 'booked' });
});

test('the preview of a change says what fitting costs then, or that its time is cancelled; times of another branch are loaded', async () => {
  const [, second] = await firstStarts();
  const { page, order } = await openOrder(second[0] ?? '');
  await page.getByText(t.change, { exact: true }).click();
  await page.locator(`label:has([value="${second[1]}"])`).click();
  await page.getByRole('button', { name: t.form.move }).click();
  await page.getByText(t.said.booked).waitFor();

  await page.getByText(edit.open, { exact: true }).click();
  const preview = page.getByRole('button', { name: edit.preview });
  await page.getByLabel(edit.count).selectOption('2');
  await preview.click();
  await page.getByText('New price of fitting: €33.00 (currently €60.00), paid at the branch.').waitFor();
  await page.getByRole('button', { name: edit.back, exact: true }).click();
  await page.getByLabel(edit.count).selectOption('4');
  const branch = page.getByLabel(edit.branch, { exact: true });
  await branch.selectOption('annelinn');
  await preview.click();
  await page.getByText(/^Your fitting time on .* will be cancelled\. You can choose another/).waitFor();
  const confirm = page.getByRole('button', { name: edit.confirm });
  await confirm.click();
  await page.getByText(t.freed.changed).waitFor();
  expect(await page.getByText(t.said.booked).count()).toBe(0);

  await page.getByText(t.choose, { exact: true }).click();
  await page.getByRole('button', { name: t.form.book }).waitFor();
  await page.getByText(edit.open, { exact: true }).click();
  await branch.selectOption('ringtee');
  await preview.click();
  await Promise.all([page.waitForRequest(`**/orders/${order.number}/fitting*`), confirm.click()]);
  await page.getByRole('button', { name: t.form.book }).waitFor();
});

describe.each<[Locale, tooEarly: RegExp, tooMany: RegExp]>([
  ['ee', /pärast Teie paigalduse aega/, /mitu maksmata tellimust/],
  ['ru', /позже, чем наступит ваше время установки/, /несколько неоплаченных заказов/],
  ['en', /after your fitting time/, /several unpaid orders/],
])('in %s', (language, tooEarly, tooMany) => {
  const { fittingTime, fittingDays, payment, success } = messages[language];

  test('a payment method that makes the time too early is refused, on an accessible page, until the buyer gives up the time; an appointment too many is refused, too', async () => {
    shop.allowErrors(/409|429/);
    const [[soonest = ''], later] = await firstStarts();
    const { page, order } = await openOrder(soonest, { language, ...phone });
    await takeScreenshots(page, `order-${language}-booked`);
    await page.getByText(fittingTime.change, { exact: true }).click();
    await page.getByRole('button', { name: fittingDays.later }).waitFor();
    await page.locator(`label:has([value="${later[2]}"])`).click();
    await takeScreenshots(page, `order-${language}-change`);
    await page.getByText(success.pay.otherwise, { exact: true }).click();
    await page.getByRole('radio', { name: payment.bank_transfer.label }).check();
    await page.getByRole('button', { name: success.pay.go, exact: true }).click();
    await page.getByText(tooEarly).waitFor();
    expect(await page.locator(`input[value="${later[2]}"]`).isChecked()).toBe(true);
    // There the back-to-top button, which covers links, is hidden.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page, language, scopeIn(language));
    expect(await viewOf(order)).toMatchObject({ paymentMethod: 'pay_at_branch', fitting: { state: 'booked' } });
    await page.getByRole('button', { name: success.pay.freeTime }).click();
    await page.getByText(fittingTime.freed.changed).waitFor();
    expect(await viewOf(order)).toMatchObject({ paymentMethod: 'bank_transfer', fitting: { state: 'freed' } });

    await page.route('**/fitting', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 429, json: { code: 'too-many-appointments', limit: 'email' } })
        : route.continue(),
    );
    await page.getByText(fittingTime.choose, { exact: true }).waitFor();
    await page.locator('label:has(input[name="fitting-at"])').first().click();
    await page.getByRole('button', { name: fittingTime.form.book }).click();
    await page.getByText(tooMany).waitFor();
  });
});

test.each(['America/New_York', 'Pacific/Auckland'])(
  'a browser in %s shows Estonian times, and says so',
  async (zone) => {
    const [first] = await firstStarts();
    const at = first.at(-1) ?? '';
    const { page } = await openOrder(at, { timezoneId: zone });
    const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Tallinn', timeStyle: 'short' }).format(
      new Date(at),
    );
    await page.locator('section[aria-labelledby="fitting"]').getByText(`at ${time}`).waitFor();
    await page.getByText(t.change, { exact: true }).click();
    await page.getByText(messages.en.fittingDays.estonianTime).waitFor();
    expect(await page.locator(`label:has([value="${at}"])`).textContent()).toBe(time);
  },
);

const pages = async () => ({ secret: await secret(shop.db.kysely, 'order-links'), publicUrl: '' });

async function linkTo({ number }: { number: string }, at: string): Promise<string> {
  const placedAt = new Date().toISOString();
  const fitting = { at, state: 'booked' } as NonNullable<OrderView['fitting']>;
  return fittingLink(await pages(), { number, placedAt, fitting });
}

test.each(['ee', 'ru', 'en'] as const)(
  'a buyer changes and cancels the fitting time by link, on accessible pages without script, in %s',
  { timeout: 120_000 },
  async (language: Locale) => {
    const [, second] = await firstStarts();
    const texts = messages[language].fittingTime;
    const order = await fittingOrder(second[0] ?? '', { locale: language });
    const page = await shop.visit({ language, ...phone });
    await page.goto(await linkTo(order, second[0] ?? ''));
    expect(await page.locator('script').count()).toBe(0);
    await takeScreenshots(page, `link-${language}`);
    await expectAccessible(page, language, scopeIn(language));
    await page.locator(`details:has([value="${second[2]}"]) summary`).click();
    await page.locator(`label:has([value="${second[2]}"])`).click();
    await page.getByRole('button', { name: texts.form.move }).click();
    await page.getByText(texts.said.booked).waitFor();
    await takeScreenshots(page, `link-${language}-moved`);
    expect(await appointmentOf(order)).toMatchObject({ at: second[2], state: 'booked' });
    await page.getByRole('button', { name: texts.cancel.open }).click();
    await takeScreenshots(page, `link-${language}-ask`);
    await expectAccessible(page, `${language}, asks`, { screens: [phone.viewport], ...scopeIn(language) });
    await page.getByRole('button', { name: texts.cancel.yes }).click();
    await page.getByText(texts.said.cancelled).waitFor();
    await takeScreenshots(page, `link-${language}-cancelled`);
    expect(await appointmentOf(order)).toMatchObject({ state: 'freed', freedBecause: 'buyer' });
    shop.allowErrors(/404/);
    await page.goto('/fitting?order=R26-00000&until=1&sign=x');
    await expectAccessible(page, 'not valid', { screens: [phone.viewport], ...scopeIn(language) });
  },
);
