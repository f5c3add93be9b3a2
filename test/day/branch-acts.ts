import { act, type Day } from './act.ts';
import { pressOnOrderPage } from './branch-page.ts';
import type { Order } from './facts.ts';
import { becomeReady, due, handOver, receive, rounding } from './order-facts.ts';

type Tender = 'cash' | 'card';

/** The buyer pays all that is due at the branch. */
export async function payAtBranch(day: Day, order: Order, tender: Tender): Promise<void> {
  await act(day, `payment by ${tender}`, async () => {
    await pressOnOrderPage(day, order, `paid-${tender}`);
    const cents = due(order);
    receive(day, { order, provider: 'pay_at_branch', tender, cents, rounding: rounding(cents, tender) });
  });
}

/** The buyer pays a deposit in cash, which is not rounded, and later the balance by card. */
export async function payInParts(day: Day, order: Order, deposit: number): Promise<void> {
  const provider = 'pay_at_branch';
  await act(day, 'deposit', async () => {
    const amount = (deposit / 100).toFixed(2);
    await day.shop.command(['orders', 'paid', order.number, '--method', 'cash', '--amount', amount, '--yes']);
    receive(day, { order, provider, tender: 'cash', cents: deposit });
  });
  await act(day, 'payment by card', async () => {
    await day.shop.command(['orders', 'paid', order.number, '--method', 'card', '--yes']);
    receive(day, { order, provider, tender: 'card', cents: due(order) });
  });
}

/** The bank statement shows a transfer. */
export async function bookTransfer(day: Day, order: Order): Promise<void> {
  await act(day, 'bank transfer', async () => {
    await day.shop.command(['orders', 'paid', order.number, '--reference', `2026112300${order.number}`, '--yes']);
    receive(day, { order, provider: 'bank_transfer', tender: null, cents: due(order) });
  });
}

export async function markReady(day: Day, order: Order): Promise<void> {
  await act(day, 'ready', async () => {
    await pressOnOrderPage(day, order, 'ready');
    becomeReady(day, order);
  });
}

/** The branch marks an order as ready, notices the mistake within the minute, and marks it again later. */
export async function markReadyByMistake(day: Day, order: Order): Promise<void> {
  await act(day, 'undone ready', async () => {
    await pressOnOrderPage(day, order, 'ready');
    await pressOnOrderPage(day, order, 'undo-ready');
  });
  await markReady(day, order);
}

/** Tires at the branch are put on a shelf, which changes no stock count. */
export async function putAside(day: Day, order: Order): Promise<void> {
  const piece = order.pieces.find(({ place }) => place === order.branch);
  if (!piece) throw new Error(`no tires of ${order.number} are at ${order.branch}`);
  const { tire, place, count } = piece;
  await act(day, 'put aside', () =>
    pressOnOrderPage(day, order, 'put-aside', { tire, place, count: `${count}`, shelf: 'A3' }),
  );
}

/** The buyer gets all tires. */
export async function collect(day: Day, order: Order): Promise<void> {
  await act(day, 'hand-over', async () => {
    await pressOnOrderPage(day, order, 'completed');
    handOver(day, order);
  });
}

/** The buyer takes one tire first, which is entered twice because the first entry was a mistake, and then the others. */
export async function collectInParts(day: Day, order: Order): Promise<void> {
  const piece = order.pieces.find(({ place }) => place === order.branch);
  if (!piece) throw new Error(`no tires of ${order.number} are at ${order.branch}`);
  const fields = { tire: piece.tire, place: order.branch, count: '1' };
  await act(day, 'partial hand-over', () => pressOnOrderPage(day, order, 'handed-over', fields));
  await act(day, 'undone hand-over', () => pressOnOrderPage(day, order, 'undo-hand-over', fields));
  await act(day, 'partial hand-over', async () => {
    await pressOnOrderPage(day, order, 'handed-over', fields);
    handOver(day, order, 1);
  });
  if (order.pieces.every(({ state }) => state === 'handed_over')) return;
  await collect(day, order);
}
