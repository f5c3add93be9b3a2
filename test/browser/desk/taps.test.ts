import { expect, test } from 'vitest';
import { eventually } from '../../support/browser/browser.ts';
import { deskInBrowser, hands } from '../../support/desk/browser.ts';

const { desk, errors, signIn } = deskInBrowser();

const statusOf = async (number: string) => (await desk.shop.orderState(number)).status;

test('put aside and told in two taps after typing the shelf, from Today', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker');
  const worker = hands(page);
  await worker.tap('Put aside', 'link');
  await worker.fill('Shelf', 'A3');
  await worker.tap('Put aside and tell the buyer');
  await eventually(() => statusOf(number)).toBe('ready');
  expect(worker.taps).toBe(2);
});

test('handed over in two taps when paid, and in three when not', async () => {
  const [paid, unpaid] = [await desk.shop.paidOrder(), await desk.shop.order()];
  const page = await signIn('worker');
  for (const [number, taps] of [
    [paid, 2],
    [unpaid, 3],
  ] as const) {
    await page.goto(`/o/${number}/put-aside`);
    await page.getByLabel('Shelf').fill('A3');
    await page.getByRole('button', { name: 'Put aside and tell the buyer' }).click();
    await page.waitForURL(`**/o/${number}`);
    const worker = hands(page);
    await worker.tap(taps === 2 ? 'Hand over' : 'Take the money', 'link');
    if (taps === 3) await worker.tap(/^Card/);
    await worker.tap('Hand over');
    await eventually(() => statusOf(number)).toBe('completed');
    expect(worker.taps, number).toBe(taps);
  }
});

test('a part is handed over in four taps', async () => {
  const number = await desk.shop.paidOrder();
  const page = await signIn('worker');
  await page.goto(`/o/${number}/hand-over`);
  const worker = hands(page);
  await worker.tap('Fewer');
  await worker.tap('Fewer');
  await worker.tap('Hand over');
  await eventually(async () => (await desk.shop.stock()).find(({ place }) => place === 'ringtee')?.sold).toBe(2);
  // With the tap that opened the screen.
  expect(worker.taps + 1).toBe(4);
});

test('by keyboard alone: a scanned label opens the order, Ctrl+Enter does its next act until it is handed over', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker');
  const worker = hands(page);
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
  await primary(() => page.getByRole('button', { name: 'Hand over' }).waitFor());
  await primary(() => page.waitForURL(`**/o/${number}`));
  await eventually(() => statusOf(number)).toBe('completed');
  expect(worker.taps).toBe(5);
});

test('a sale at the counter in six taps at most after the size', async () => {
  const page = await signIn('worker');
  const worker = hands(page);
  await worker.tap('Counter sale', 'link');
  await worker.fill('Size, name or EAN', '205/55 R16');
  await worker.key('Enter');
  await worker.tap(/Nokian/);
  await worker.tap('2');
  await worker.tap(/^Sell, card/);
  await page.getByText('Handed over').first().waitFor();
  expect(worker.taps).toBeLessThanOrEqual(6);
});

test('an order on the phone in nine taps at most', async () => {
  const page = await signIn('worker');
  const worker = hands(page);
  await worker.tap('Phone order', 'link');
  await worker.fill('Size, name or EAN', '205/55 R16');
  await worker.key('Enter');
  await worker.tap(/Nokian/);
  await worker.fill('Name', 'Mari Maasikas');
  await worker.fill('Phone', '51234567');
  await page.getByText('The terms were told to the buyer').click();
  await worker.tap('Place the order');
  await page.getByRole('heading', { name: /^Order R26-/ }).waitFor();
  expect(worker.taps + 1).toBeLessThanOrEqual(9);
});

test('what one screen does shows on another by itself', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker');
  await page.getByText(number).first().waitFor();
  const other = await desk.sessionOf('worker');
  await other.act('mark-paid', { number, tender: 'card' });
  await page.getByText('paid').first().waitFor();
  await other.act('hand-over', { number });
  await page.getByText('buyer has the tyres').waitFor();
});

test('a colleague was faster: the screen says who and shows the new state', async () => {
  const number = await desk.shop.paidOrder();
  const page = await signIn('worker');
  await page.goto(`/o/${number}/hand-over`);
  await page.getByRole('button', { name: 'Hand over' }).waitFor();
  // The screen hears of the change by its stream; the press must come before.
  await page.context().route('**/api/events', (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Hand over' }).waitFor();
  const other = await desk.enrol('worker', 'kati');
  await other.act('hand-over', { number, tires: [{ id: 'tire', count: 2 }] });
  await page.getByRole('button', { name: 'Hand over' }).click();
  await page.getByText(/Last change: handed over, Kati/).waitFor();
  errorsOfNetwork();
});

test('without a connection a banner shows, and an act arrives once when it is back', async () => {
  const number = await desk.shop.order();
  const page = await signIn('worker');
  await page.goto(`/o/${number}`);
  await page.getByLabel('New note').fill('rings before noon');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('button', { name: 'Waiting for the connection …' }).waitFor();
  await page.context().setOffline(false);
  await page.getByText('rings before noon').first().waitFor();
  const notes = await desk.shop.db.selectFrom('order_notes').select('text').execute();
  expect(notes).toHaveLength(1);
  errorsOfNetwork();
});

/** Chromium reports each failed request in the console. */
function errorsOfNetwork() {
  errors.splice(0, errors.length, ...errors.filter((text) => !/Failed to load resource|ERR_/.test(text)));
}
