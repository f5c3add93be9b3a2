import { describe, expect, test } from 'vitest';
import { eventually } from '../../support/browser/browser.ts';
import { deskInBrowser, hands, type Way } from '../../support/desk/browser.ts';
import { calendarOf, fridayAt } from '../../support/desk/calendar.ts';

const { desk, signIn } = deskInBrowser();
const { bookings, onlyBooking, book } = calendarOf({ desk });

/** The most taps of each task, as docs/desk/desk.md has them. */
describe.each(['pointer', 'keyboard'] satisfies Way[])('by %s', (way) => {
  const begin = async (at = '/') => {
    const page = await signIn('worker', { at });
    return { page, person: hands(page, way) };
  };

  test('a phone booking takes three taps, its arrival and work three, and one of two sets with a duration six', async () => {
    const { page, person } = await begin();
    await person.tap('Calendar', 'link');
    await person.tap('New booking');
    await person.fill('Plate', '123 abc');
    await person.tap('Book');
    await eventually(onlyBooking).toMatchObject({ plate: '123 ABC', bay: 3, starts_at: fridayAt('12:00') });
    await page.getByText(/^Booked: 123 ABC, .* 12:00\.$/).waitFor();
    expect(person.taps).toBe(3);
    const fitter = hands(page, way);
    await fitter.tap(/^12:00 123 ABC/);
    await fitter.tap('Arrived');
    await fitter.tap('Done');
    await eventually(onlyBooking).toMatchObject({ state: 'done' });
    expect(fitter.taps).toBe(3);

    await page.goto('/');
    const booker = hands(page, way);
    await booker.tap('Calendar', 'link');
    await booker.tap('New booking');
    await booker.fill('Plate', '987 XYZ');
    await booker.tap('8', 'radio');
    await page.getByText('The price list has no such work', { exact: false }).waitFor();
    await booker.choose('Duration', '75 min');
    await booker.tap('Book');
    const booked = async () => (await bookings()).find(({ plate }) => plate === '987 XYZ');
    await eventually(booked).toMatchObject({ bay: 2, starts_at: fridayAt('12:00'), ends_at: fridayAt('13:15') });
    expect(booker.taps).toBe(6);
  });

  test('a booking without an order is moved in three taps, its data are edited in three, and it is moved to the other branch in four', async () => {
    await book('14:00', { phone: '5555 5555' });
    const { page, person } = await begin('/calendar');
    await person.tap(/^14:00 123 ABC/);
    await person.tap('Move');
    await person.tap('15:00');
    await eventually(onlyBooking).toMatchObject({ starts_at: fridayAt('15:00') });
    await page.getByText(/^Booked: 123 ABC, .* 15:00\.$/).waitFor();
    expect(person.taps).toBe(3);

    const editor = hands(page, way);
    await editor.tap(/^15:00 123 ABC/);
    await editor.tap('Edit the data');
    await editor.fill('Plate', '987 XYZ');
    await editor.tap('Save');
    await page.getByRole('heading', { name: '15:00 987 XYZ' }).waitFor();
    await page.getByRole('link', { name: '5555 5555' }).waitFor();
    expect(editor.taps).toBe(3);

    await page.goto('/calendar');
    const mover = hands(page, way);
    await mover.tap(/^15:00 987 XYZ/);
    await mover.tap('Move');
    await mover.tap('Annelinn', 'radio');
    await mover.tap('15:00');
    await eventually(onlyBooking).toMatchObject({ branch: 'annelinn', bay: 2, starts_at: fridayAt('15:00') });
    expect(mover.taps).toBe(4);
  });

  test('a bay is blocked in three taps; appointments that must be moved are listed with the phone number', async () => {
    await book('14:00', { bay: 2, phone: '5123 4567' });
    const { page, person } = await begin('/calendar');
    await person.tap('Block or open a time');
    await person.tap('2', 'radio');
    await person.tap('Block the time');
    await page.getByRole('heading', { name: 'Must be moved' }).waitFor();
    await page.getByRole('link', { name: '5123 4567' }).waitFor();
    expect(person.taps).toBe(3);
  });
});
