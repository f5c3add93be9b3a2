import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../support/browser/axe.ts';
import { eventually } from '../../support/browser/browser.ts';
import { deskInBrowser, hands, tablet, type Way } from '../../support/desk/browser.ts';

const { desk, errors, signIn } = deskInBrowser();

/** An instant on the Friday of the tests, by the clock in Tallinn. */
const friday = (time: string) => new Date(`2026-11-20T${time}:00+02:00`);

const bookings = () =>
  desk.shop.db
    .selectFrom('fitting_bookings')
    .select(['id', 'branch', 'bay', 'starts_at', 'ends_at', 'state', 'plate', 'name'])
    .execute();
const onlyBooking = async () => (await bookings())[0];

/** A booking of the car 123 ABC, made by somebody else. */
async function book(at: string, changes: Record<string, unknown> = {}) {
  const mari = await desk.sessionOf('worker');
  const car = { branch: 'ringtee', vehicle: 'car', wheels: 4, rim: 17, channel: 'phone', plate: '123 ABC' };
  const booked = await mari.act('book-fitting', { ...car, at: friday(at).toISOString(), ...changes });
  expect(booked.status, booked.text).toBe(200);
}

/** The most taps of each task, as docs/desk.md has them. */
describe.each(['pointer', 'keyboard'] satisfies Way[])('by %s', (way) => {
  const begin = async () => {
    const page = await signIn('worker');
    return { page, person: hands(page, way) };
  };

  test('a phone booking takes three taps after the plate is typed; the first free time is chosen already', async () => {
    const { page, person } = await begin();
    await person.tap('Calendar', 'link');
    await person.tap('New booking');
    await person.fill('Plate', '123 abc');
    await person.tap('Book');
    await eventually(onlyBooking).toMatchObject({ plate: '123 ABC', bay: 3, starts_at: friday('12:00') });
    await page.getByText(/^Booked: 123 ABC, .* 12:00\.$/).waitFor();
    expect(person.taps).toBe(3);
  });

  test('a booking of two sets with a duration takes six taps', async () => {
    const { page, person } = await begin();
    await person.tap('Calendar', 'link');
    await person.tap('New booking');
    await person.fill('Plate', '123 ABC');
    await person.tap('8', 'radio');
    await page.getByText('The price list has no such work', { exact: false }).waitFor();
    await person.choose('Duration', '75 min');
    await person.tap('Book');
    await eventually(onlyBooking).toMatchObject({ bay: 3, starts_at: friday('12:00'), ends_at: friday('13:15') });
    expect(person.taps).toBe(6);
  });

  test('a booking is moved in three taps', async () => {
    await book('14:00');
    const { page, person } = await begin();
    await page.goto('/calendar');
    await person.tap(/^14:00 123 ABC/);
    await person.tap('Move');
    await person.tap('15:00');
    await eventually(onlyBooking).toMatchObject({ starts_at: friday('15:00') });
    await page.getByText(/^Booked: 123 ABC, .* 15:00\.$/).waitFor();
    expect(person.taps).toBe(3);
  });

  test('the data of a booking without an order are edited in three taps', async () => {
    await book('14:00', { phone: '5555 5555' });
    const { page, person } = await begin();
    await page.goto('/calendar');
    await person.tap(/^14:00 123 ABC/);
    await person.tap('Edit the data');
    await person.fill('Plate', '987 XYZ');
    await person.tap('Save');
    await page.getByRole('heading', { name: '14:00 987 XYZ' }).waitFor();
    await page.getByRole('link', { name: '5555 5555' }).waitFor();
    expect(person.taps).toBe(3);
  });

  test('a booking without an order is moved to the other branch in four taps', async () => {
    await book('14:00');
    const { page, person } = await begin();
    await page.goto('/calendar');
    await person.tap(/^14:00 123 ABC/);
    await person.tap('Move');
    await person.tap('Annelinn', 'radio');
    await person.tap('14:00');
    await eventually(onlyBooking).toMatchObject({ branch: 'annelinn', bay: 2, starts_at: friday('14:00') });
    expect(person.taps).toBe(4);
  });

  test('a bay is blocked in three taps; whoever must be moved is listed with the phone number', async () => {
    await book('14:00', { bay: 2, phone: '5123 4567' });
    const { page, person } = await begin();
    await page.goto('/calendar');
    await person.tap('Block or open a time');
    await person.tap('2', 'radio');
    await person.tap('Block the time');
    await page.getByRole('heading', { name: 'Must be moved' }).waitFor();
    await page.getByRole('link', { name: '5123 4567' }).waitFor();
    expect(person.taps).toBe(3);
  });

  test('a car arrives, and its work is done, in three taps', async () => {
    await book('12:00');
    const { page, person } = await begin();
    await page.goto('/calendar');
    await person.tap(/^12:00 123 ABC/);
    await person.tap('Arrived');
    await person.tap('Done');
    await eventually(onlyBooking).toMatchObject({ state: 'done' });
    expect(person.taps).toBe(3);
  });
});

const middleOf = async (page: Page, name: string | RegExp) => {
  const box = await page.getByRole('button', { name }).boundingBox();
  if (!box) throw new Error(`${name} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test('the mouse drags a booking to another bay and time, and lets it go where there is room only', async () => {
  await book('14:00');
  await book('16:00', { bay: 2, plate: '987 XYZ' });
  const page = await signIn('worker', { viewport: { width: 1280, height: 1600 } });
  await page.goto('/calendar');
  const from = await middleOf(page, /^14:00 123 ABC/);
  const taken = await middleOf(page, /^16:00 987 XYZ/);
  const drag = async (to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  };
  await drag(taken);
  // A drag is no click: nothing opens.
  expect(await page.getByRole('dialog').count()).toBe(0);
  await drag({ x: taken.x, y: from.y + (taken.y - from.y) / 2 });
  await eventually(async () => (await bookings()).find(({ plate }) => plate === '123 ABC')).toMatchObject({
    ...{ bay: 2, starts_at: friday('15:00') },
  });
  await page.getByText(/^Booked: 123 ABC, .* 15:00\.$/).waitFor();
});

test('a booking by somebody else shows at once', async () => {
  await book('14:00');
  const page = await signIn('worker');
  await page.goto('/calendar');
  await page.getByRole('button', { name: /^14:00 123 ABC/ }).waitFor();
  await book('15:00', { plate: '987 XYZ' });
  await page.getByRole('button', { name: /^15:00 987 XYZ/ }).waitFor();
});

test('a time that was pressed is neither booked nor replaced when the work no longer fits there', async () => {
  for (const bay of [1, 2, 3]) await book('15:00', { bay, plate: `${bay} ABC` });
  const page = await signIn('worker');
  await page.goto(`/calendar?open=new&start=${friday('14:30').toISOString()}&bay=2`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/ 14:30$/).waitFor();
  await dialog.getByLabel('Plate').fill('987 XYZ');
  // The work takes 45 minutes now.
  await dialog.getByText('SUV').click();
  await dialog.getByText(/ 14:30 is no longer free\. Choose another time\.$/).waitFor();
  expect(await dialog.getByRole('button', { name: 'Book' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: '13:00' }).first().click();
  await dialog.getByRole('button', { name: 'Book' }).click();
  await eventually(async () => (await bookings()).find(({ plate }) => plate === '987 XYZ')).toMatchObject({
    starts_at: friday('13:00'),
  });
});

test('whoever has a booking open hears that somebody else moved it to another day', async () => {
  await book('14:00');
  const page = await signIn('worker');
  const id = (await onlyBooking())?.id;
  await page.goto(`/calendar?open=${id}&move=1`);
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

test('an address with a wrong start opens a booking without one', async () => {
  const page = await signIn('worker');
  await page.goto('/calendar?open=new&start=soon&bay=1');
  await page
    .getByRole('dialog')
    .getByText(/ 12:00$/)
    .waitFor();
});

test('whoever takes the money of an order sees that fitting is paid apart from it', async () => {
  const fitting = { at: friday('15:00').toISOString(), vehicle: 'suv', storage: true, earlier: false };
  const number = await desk.shop.order({ fulfilment: 'fitting', plate: '987 XYZ', fitting });
  const page = await signIn('worker');
  await page.goto(`/o/${number}/hand-over`);
  await page.getByText(/^\+ fitting .*\d$/).waitFor();
});

test('g c opens the calendar; a free time opens a booking at its beginning; Escape closes it', async () => {
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
});

test('an edit keeps what somebody else has changed meanwhile, after it has said so', async () => {
  await book('14:00');
  const page = await signIn('worker');
  const person = hands(page);
  await page.goto('/calendar');
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

test('the appointment of an order stays at its branch; the way to another one is the change of the order', async () => {
  const fitting = { at: friday('15:00').toISOString(), vehicle: 'suv', storage: false, earlier: false };
  const number = await desk.shop.order({ fulfilment: 'fitting', plate: '987 XYZ', fitting });
  const page = await signIn('worker');
  const person = hands(page);
  await page.goto(`/calendar?open=${(await onlyBooking())?.id}`);
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

test('axe finds nothing on an opened booking and its move', async () => {
  const fitting = { at: friday('15:00').toISOString(), vehicle: 'suv', storage: true, earlier: false };
  await desk.shop.order({ fulfilment: 'fitting', plate: '987 XYZ', fitting });
  const page = await signIn('worker');
  const id = (await onlyBooking())?.id;
  await book('12:00', { plate: 'AXE 123' });
  const walkIn = (await bookings()).find(({ plate }) => plate === 'AXE 123')?.id;
  for (const query of [`open=${id}`, `open=${id}&move=1`, `open=${walkIn}&move=1`, `open=${walkIn}&edit=1`]) {
    await page.goto(`/calendar?${query}`);
    await page.getByRole('dialog').waitFor();
    await page.locator('[role=status]').waitFor({ state: 'detached' });
    await expectAccessible(page, query, [tablet.viewport, { width: 360, height: 740 }]);
  }
});
