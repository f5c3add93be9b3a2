import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../support/browser/axe.ts';
import { eventually } from '../../support/browser/browser.ts';
import { deskInBrowser, hands, tablet } from '../../support/desk/browser.ts';
import { calendarOf, fridayAt } from '../../support/desk/calendar.ts';
import { friday } from '../../support/desk/fittings.ts';

const { desk, errors, signIn } = deskInBrowser();
const { bookings, onlyBooking, book } = calendarOf({ desk });

const middleOf = async (page: Page, name: string | RegExp) => {
  const box = await page.getByRole('button', { name }).boundingBox();
  if (!box) throw new Error(`${name} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test('a booking of another user appears at once; the mouse drags one only to where it fits, and a click and Enter still open it', async () => {
  await book('14:00');
  const kati = await desk.sessionOf('worker');
  const block = { branch: 'ringtee', bay: 3, from: friday('16:00'), to: friday('17:00'), opens: false, reason: 'lift' };
  expect((await kati.act('block-time', block)).status).toBe(200);
  const page = await signIn('worker', { viewport: { width: 1280, height: 1600 }, at: '/calendar' });
  const from = await middleOf(page, /^14:00 123 ABC/);
  await book('16:00', { bay: 2, plate: '987 XYZ' });
  await page.getByRole('button', { name: /^16:00 987 XYZ/ }).waitFor();

  const taken = await middleOf(page, /^16:00 987 XYZ/);
  const blocked = await middleOf(page, /lift$/);
  const drag = async (...places: { x: number; y: number }[]) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { x, y } of places) await page.mouse.move(x, y, { steps: 5 });
    await page.mouse.up();
  };
  await drag(taken);
  await drag(taken, from);
  await drag(blocked);
  // A drag opens no booking, even if it ends where it began, which is a click for the browser.
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: /lift$/ }).click();
  await page.getByRole('dialog', { name: 'blocked' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await drag(blocked);
  await page.getByRole('button', { name: /^14:00 123 ABC/ }).press('Enter');
  const opened = page.getByRole('dialog', { name: '14:00 123 ABC' });
  await opened.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await drag({ x: taken.x, y: from.y + (taken.y - from.y) / 2 });
  await eventually(async () => (await bookings()).find(({ plate }) => plate === '123 ABC')).toMatchObject({
    ...{ bay: 2, starts_at: fridayAt('15:00') },
  });
  await page.getByText(/^Booked: 123 ABC, .* 15:00\.$/).waitFor();
});

test('Today says that a buyer has not come, although nothing else changes', async () => {
  await book('12:30');
  const page = await signIn('worker');
  await page.clock.install();
  // A stream that stays open by the clock of the page, and announces nothing.
  await page.addInitScript(() => {
    class QuietStream extends EventTarget {
      onopen = () => undefined;
      constructor() {
        super();
        setTimeout(() => this.onopen());
        setInterval(() => this.dispatchEvent(new Event('alive')), 10_000);
      }
      close() {}
    }
    Object.assign(window, { EventSource: QuietStream });
  });
  await page.goto('/');
  await page.getByText('123 ABC').waitFor();
  expect(await page.getByText('has not come').count()).toBe(0);
  desk.clock.now = fridayAt('12:46');
  await page.clock.runFor(70_000);
  await page.getByText('has not come').waitFor();
});

test('a chosen time is neither booked nor replaced when the work no longer fits there', async () => {
  for (const bay of [1, 2, 3]) await book('15:00', { bay, plate: `${bay} ABC` });
  const page = await signIn('worker', { at: `/calendar?open=new&start=${friday('14:30')}&bay=2` });
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/ 14:30$/).waitFor();
  await dialog.getByLabel('Plate').fill('987 XYZ');
  // An SUV takes 45 minutes.
  await dialog.getByText('SUV').click();
  await dialog.getByText(/ 14:30 is no longer free\. Choose another time\.$/).waitFor();
  expect(await dialog.getByRole('button', { name: 'Book' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: '13:00' }).first().click();
  await dialog.getByRole('button', { name: 'Book' }).click();
  await eventually(async () => (await bookings()).find(({ plate }) => plate === '987 XYZ')).toMatchObject({
    starts_at: fridayAt('13:00'),
  });
});

test('an open booking shows that another user moved it to another day', async () => {
  await book('14:00');
  const id = (await onlyBooking())?.id;
  const page = await signIn('worker', { at: `/calendar?open=${id}&move=1` });
  await page.getByRole('dialog', { name: /^Move/ }).waitFor();
  const mari = await desk.sessionOf('worker');
  const moved = await mari.act('move-fitting', {
    id,
    version: 0,
    at: new Date('2026-11-23T10:00:00+02:00').toISOString(),
  });
  expect(moved.status, moved.text).toBe(200);
  await page.getByRole('dialog', { name: 'Somebody has moved or freed this booking' }).waitFor();
});

test('the calendar opens by g c, by a free time, by a URL with an invalid start time, and from the search in another branch', async () => {
  const page = await signIn('worker');
  await page.getByRole('heading', { name: /^Today/ }).waitFor();
  // Slower than a scanner.
  await page.keyboard.type('gc', { delay: 150 });
  await page.getByRole('button', { name: 'Free 12:00–18:00, bay 2: new booking' }).press('Enter');
  await page.getByRole('dialog').getByText('12:00').first().waitFor();
  await page.getByRole('dialog').getByText(/bay 2/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/calendar');
  await page.goto('/calendar?open=new&start=soon&bay=1');
  await page
    .getByRole('dialog')
    .getByText(/ 12:00$/)
    .waitFor();

  await book('14:00', { branch: 'annelinn' });
  await page.goto('/search?text=123ABC');
  await page.getByRole('link', { name: /Annelinn.*123 ABC/ }).click();
  await page.getByRole('dialog', { name: '14:00 123 ABC' }).waitFor();
});

test('an edit shows the changes that another user made in the meantime, then keeps them', async () => {
  await book('14:00');
  const page = await signIn('worker', { at: '/calendar' });
  const person = hands(page);
  await person.tap(/^14:00 123 ABC/);
  await person.tap('Edit the data');
  await person.fill('Name', 'Mari Maasikas');
  const mari = await desk.enrol('worker', 'mari');
  const id = (await onlyBooking())?.id;
  await mari.act('edit-fitting', { id, version: 0, plate: '987 XYZ' });
  await person.tap('Save');
  await page.getByText(/Last change: data of the booking edited, Mari/).waitFor();
  expect(errors.splice(0)).toEqual([expect.stringContaining('409')]);
  await eventually(() => page.getByLabel('Plate', { exact: true }).inputValue()).toBe('987 XYZ');
  await person.tap('Save');
  await eventually(onlyBooking).toMatchObject({ plate: '987 XYZ', name: 'Mari Maasikas' });
});

test('the appointment of an order is paid separately, and moves to another branch only by a change of the order', async () => {
  const fitting = { at: friday('15:00'), vehicle: 'suv', storage: true, earlier: false };
  const number = await desk.shop.order({ fulfilment: 'fitting', plate: '987 XYZ', fitting });
  const page = await signIn('worker', { at: `/o/${number}/hand-over` });
  await page.getByText(/^\+ fitting .*\d$/).waitFor();
  await page.goto(`/calendar?open=${(await onlyBooking())?.id}`);
  const person = hands(page);
  await page.getByRole('button', { name: 'Move' }).waitFor();
  expect(await page.getByRole('button', { name: 'Edit the data' }).count()).toBe(0);
  await person.tap('Move');
  await page.getByText('The time is at the branch of the order.').waitFor();
  await person.tap('Change the branch of the order', 'link');
  await page.waitForURL(`**/o/${number}/change`);
  await person.tap('Annelinn', 'radio');
  await person.tap('Show what changes');
  await page.getByText(/The fitting time .*15:00 is freed\./).waitFor();
});

test('axe finds no violations on an open booking and on the form that moves it', async () => {
  const fitting = { at: friday('15:00'), vehicle: 'suv', storage: true, earlier: false };
  await desk.shop.order({ fulfilment: 'fitting', plate: '987 XYZ', fitting });
  const page = await signIn('worker');
  const id = (await onlyBooking())?.id;
  await book('12:00', { plate: 'AXE 123' });
  const walkIn = (await bookings()).find(({ plate }) => plate === 'AXE 123')?.id;
  for (const query of [`open=${id}`, `open=${id}&move=1`, `open=${walkIn}&move=1`, `open=${walkIn}&edit=1`]) {
    await page.goto(`/calendar?${query}`);
    await page.getByRole('dialog').waitFor();
    await page.locator('[role=status]').waitFor({ state: 'detached' });
    await expectAccessible(page, query, { screens: [tablet.viewport, { width: 360, height: 740 }] });
  }
});
