import { describe, expect, test } from 'vitest';
import { tallinnTime } from '../../../src/shop/calendar.ts';
import { deskInBrowser, hands, type Way } from '../../support/desk/browser.ts';

const { desk, signIn } = deskInBrowser();

/** The fitting times, as `booked 2026-11-20 12:00`. */
const fittings = async () => {
  const rows = await desk.shop.db.selectFrom('fitting_bookings').select(['state', 'starts_at']).execute();
  return rows.map(({ state, starts_at }) => `${state} ${tallinnTime(starts_at)}`);
};

/** The most taps or keys to sell with a fitting time, as docs/desk/desk.md has them. */
describe.each(['pointer', 'keyboard'] satisfies Way[])('by %s', (way) => {
  const begin = async (at = '/') => {
    const page = await signIn('worker', { at });
    return { page, person: hands(page, way) };
  };

  test('the taps of a fitting: of an order, of a phone order (nine), and of a counter sale (six and the tick)', async () => {
    await desk.shop.db.updateTable('stock').set({ on_hand: 12 }).where('place', '=', 'ringtee').execute();
    const number = await desk.shop.paidOrder({ fulfilment: 'fitting' });
    const { page, person } = await begin(`/o/${number}`);
    await person.tap('Choose a time', 'link');
    await person.tap('12:15', 'radio');
    await person.tap(/^Book /);
    await page.waitForURL(`**/o/${number}`);
    expect(await fittings()).toEqual(['booked 2026-11-20 12:15']);
    expect(person.taps).toBe(3);
    await page.goto('/');
    await person.tap('Arrived', 'button', page.getByRole('main'));
    await person.tap('Done', 'button', page.getByRole('main'));
    await person.tap('Hand over', 'link', page.getByRole('main').getByRole('listitem').first());
    await page.waitForURL(`**/o/${number}/hand-over`);
    expect(await fittings()).toEqual(['done 2026-11-20 12:15']);
    expect(person.taps).toBe(3 + 3);

    await page.goto('/');
    const telephonist = hands(page, way);
    await telephonist.tap('Phone order', 'link');
    await telephonist.fill('Size, name or EAN', '205/55 R16');
    await telephonist.key('Enter');
    await telephonist.tap(/Nokian/);
    await telephonist.fill('Name', 'Mari Maasikas');
    await telephonist.fill('Phone', '51234567');
    await telephonist.tap('Fitting', 'radio');
    await telephonist.fill('Plate', '123 ABC');
    await telephonist.tap('The terms were told to the buyer', 'checkbox');
    await telephonist.tap('Place the order');
    await page.getByRole('heading', { name: /^Order R26-/ }).waitFor();
    await page.getByText(/^Fitting time: .*12:00$/).waitFor();
    expect(telephonist.taps).toBeLessThanOrEqual(9);
    expect((await fittings()).sort()).toEqual(['booked 2026-11-20 12:00', 'done 2026-11-20 12:15']);

    await page.goto('/');
    const seller = hands(page, way);
    await seller.tap('Counter sale', 'link');
    await seller.fill('Size, name or EAN', '205/55 R16');
    await seller.key('Enter');
    await seller.tap(/Nokian/);
    await seller.tap('Fit the tyres here', 'checkbox');
    await seller.tap(/^Sell, card/);
    await page.getByText('the car is here').waitFor();
    expect(seller.taps).toBeLessThanOrEqual(7);
    expect((await fittings()).sort()).toEqual([
      'arrived 2026-11-20 12:00',
      'booked 2026-11-20 12:00',
      'done 2026-11-20 12:15',
    ]);
  });
});
