import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../support/browser/browser.ts';
import { seedTires } from '../../support/database/seed.ts';
import { deskInBrowser, hands, type Way } from '../../support/desk/browser.ts';
import { items } from '../../support/orders/order-form.ts';

const { desk, signIn } = deskInBrowser();

const statusOf = async (number: string) => (await desk.shop.orderState(number)).status;
const onHand = async (place: string) => (await desk.shop.stock()).find((row) => row.place === place)?.on_hand;

/** Puts the four tires of an order on a shelf and notifies the buyer. */
async function readyOrder(placed: Promise<string>): Promise<string> {
  const number = await placed;
  expect(await desk.shop.run(['orders', 'ready', number, '--yes'])).toMatchObject({ code: 0 });
  return number;
}

/** The most taps or keys of each screen, as the table of screens in docs/desk/desk.md has them. */
describe.each(['pointer', 'keyboard'] satisfies Way[])('by %s', (way) => {
  const begin = async (at = '/') => {
    const page = await signIn('worker', { at });
    return { page, person: hands(page, way) };
  };

  test('the taps of an order: search, swap a tire (four), put aside (one and two), hand over unpaid (three)', async () => {
    await seedTires(desk.shop.db, [{ id: 'dear', stock: { ringtee: 8 }, price: 9_990 }]);
    const number = await desk.shop.order();
    const { page, person } = await begin();
    if (way === 'keyboard') await page.keyboard.press('/');
    await person.fill('Search', '5123 4567');
    await person.key('Enter');
    await page.waitForURL(`**/o/${number}`);
    expect(person.taps).toBe(1);

    const swapper = hands(page, way);
    await swapper.tap('Change', 'link', page.getByRole('main'));
    await swapper.fill('New tyre: size, name or EAN', '205/55 R16');
    await swapper.key('Enter');
    await swapper.tap(/99[.,]90/);
    await page.getByText(/319,60\s€ → 399,60\s€|€319.60 → €399.60/).waitFor();
    await swapper.tap('Change the order');
    await page.getByText('399').first().waitFor();
    await page.waitForURL(`**/o/${number}`);
    expect(swapper.taps).toBe(4);

    await page.goto('/');
    const storekeeper = hands(page, way);
    await storekeeper.tap('Put aside', 'link');
    await page.waitForURL(`**/o/${number}/put-aside`);
    expect(storekeeper.taps).toBe(1);
    await storekeeper.fill('Shelf', 'A3');
    await storekeeper.tap('Put aside and tell the buyer');
    await eventually(() => statusOf(number)).toBe('ready');
    expect(storekeeper.taps).toBe(2);
    await page.waitForURL(`**/o/${number}`);
    const cashier = hands(page, way);
    await cashier.tap('Take the money', 'link');
    await cashier.tap(/^Card/);
    await cashier.tap('Hand over');
    await eventually(() => statusOf(number)).toBe('completed');
    expect(cashier.taps).toBe(3);
  });

  test('Hand over: two taps when paid, four for a part of the tires; Return: four taps, and the refund is a separate act', async () => {
    const [whole, part] = [await readyOrder(desk.shop.paidOrder()), await readyOrder(desk.shop.paidOrder())];
    const { page, person } = await begin(`/o/${whole}`);
    await person.tap('Hand over', 'link', page.getByRole('main'));
    await person.tap('Hand over');
    await eventually(() => statusOf(whole)).toBe('completed');
    expect(person.taps).toBe(2);
    await page.goto(`/o/${part}`);
    const partly = hands(page, way);
    await partly.tap('Hand over', 'link', page.getByRole('main'));
    if (way === 'keyboard') await partly.fill(/Nokian/, '2');
    else for (const _ of [1, 2]) await partly.tap(/^Fewer/);
    await partly.tap('Hand over');
    await eventually(async () => (await desk.shop.stock()).find(({ place }) => place === 'ringtee')?.sold).toBe(2);
    expect(partly.taps).toBeLessThanOrEqual(4);

    await page.goto(`/o/${whole}`);
    const taker = hands(page, way);
    await taker.tap('Return', 'link', page.getByRole('main'));
    await taker.tap('was mounted', 'radio');
    await taker.tap('Take back');
    await page.waitForURL(`**/o/${whole}/refund**`);
    expect(taker.taps).toBeLessThanOrEqual(4);
    expect(await desk.shop.db.selectFrom('refunds').selectAll().execute()).toEqual([]);
  });

  test('Arriving: all of a purchase in two taps; Transfers: sent and received in two taps each', async () => {
    await seedTires(desk.shop.db, [{ id: 'remote', stock: { supplier: 8 } }]);
    const number = await desk.shop.order({ items: items(['remote', 4]) });
    await desk.shop.db.updateTable('purchases').set({ state: 'sent', sent_at: desk.clock.now }).execute();
    const state = async () => {
      const { rows } = await sql<{ state: string }>`select state from transfers where from_branch = 'annelinn'`.execute(
        desk.shop.db,
      );
      return rows[0]?.state;
    };
    const { page, person } = await begin();
    await person.tap('Arriving', 'link');
    await person.tap('Arrived', 'button', page.getByRole('main'));
    await page.getByText('Nothing is expected.').waitFor();
    expect(person.taps).toBe(2);
    await page.goto(`/o/${number}`);
    await page.getByText('tyres here').first().waitFor();

    await desk.shop.order({ items: [{ id: 'tire', count: 12, price: 79.9 }] });
    const sender = hands(page, way);
    await page.evaluate(() => localStorage.setItem('desk-branch', 'annelinn'));
    await page.goto('/');
    await sender.tap('Transfers', 'link');
    await sender.tap('Sent');
    await eventually(state).toBe('sent');
    expect(sender.taps).toBe(2);
    const receiver = hands(page, way);
    await page.evaluate(() => localStorage.setItem('desk-branch', 'ringtee'));
    await page.goto('/');
    await receiver.tap('Transfers', 'link');
    await receiver.tap('Arrived');
    await eventually(state).toBe('arrived');
    expect(receiver.taps).toBe(2);
  });

  test('Count: three taps, with a reason for a difference; Counter sale: six taps after the size; Phone order: nine taps after size, name and phone', async () => {
    const { page, person: counter } = await begin('/count');
    await counter.fill('EAN, size or name', '205/55 R16');
    await counter.key('Enter');
    await counter.tap(/Nokian/);
    await counter.fill('Counted', '7');
    await counter.fill('Reason for a difference', 'one is damaged');
    await counter.tap('Save and next');
    await eventually(() => onHand('ringtee')).toBe(7);
    expect(counter.taps).toBe(3);

    await page.goto('/');
    const person = hands(page, way);
    await person.tap('Counter sale', 'link');
    await person.fill('Size, name or EAN', '205/55 R16');
    await person.key('Enter');
    await person.tap(/Nokian/);
    await person.tap('2');
    await person.tap(/^Sell, card/);
    await page.getByText('Handed over').first().waitFor();
    expect(person.taps).toBeLessThanOrEqual(6);

    await page.goto('/');
    const onPhone = hands(page, way);
    await onPhone.tap('Phone order', 'link');
    await onPhone.fill('Size, name or EAN', '205/55 R16');
    await onPhone.key('Enter');
    await onPhone.tap(/Nokian/);
    await onPhone.fill('Name', 'Mari Maasikas');
    await onPhone.fill('Phone', '51234567');
    await onPhone.tap('The terms were told to the buyer', 'checkbox');
    await onPhone.tap('Place the order');
    await page.getByRole('heading', { name: /^Order R26-/ }).waitFor();
    expect(onPhone.taps).toBeLessThanOrEqual(9);
  });
});

test('a scanned label opens the order; Ctrl+Enter does its next act until it is handed over', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker');
  const worker = hands(page, 'keyboard');
  // While the screen still loads, its keys could be read too slowly for those of a scanner.
  await page.getByText(number).first().waitFor();
  // A scanner types fast and ends with Enter.
  await worker.type(`${desk.address}/o/${number}\n`);
  await page.getByRole('heading', { name: number }).waitFor();
  const primary = async (next: () => Promise<unknown>) => {
    await page.locator('main [data-primary]:not([disabled])').waitFor();
    await worker.key('Control+Enter');
    await next();
  };
  await primary(() => page.waitForURL('**/put-aside'));
  await page.getByLabel('Shelf').waitFor();
  await worker.type('A3');
  await primary(() => page.waitForURL(`**/o/${number}`));
  await page.getByText('Ready', { exact: true }).first().waitFor();
  await primary(() => page.waitForURL('**/hand-over'));
  await page.getByRole('button', { name: /^Card/ }).waitFor();
  await primary(() => page.getByRole('button', { name: 'Hand over' }).waitFor());
  await primary(() => page.waitForURL(`**/o/${number}`));
  await eventually(() => statusOf(number)).toBe('completed');
  expect(worker.taps).toBe(5);
});
