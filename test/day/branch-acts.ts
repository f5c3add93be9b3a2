import { act, addressOf, type Day } from './act.ts';
import type { Branch, Order } from './facts.ts';
import { becomeReady, handOver, inCash, receive } from './order-facts.ts';

type Tender = 'cash' | 'card';

/** The link in the latest mail to a branch about an order. `sends`: the branch is to send tires for it. */
function linkInMail({ shop }: Day, branch: Branch, { number }: Order, { sends = false } = {}): URL {
  const links = shop.mails
    .filter(({ to }) => to.includes(addressOf(branch)))
    .flatMap(({ mail }) => mail.text?.match(/http\S+\/branch\?\S+/g) ?? [])
    .map((link) => new URL(link))
    .filter(({ searchParams }) => searchParams.get('order') === number && searchParams.has('from') === sends);
  const latest = links.at(-1);
  if (!latest) throw new Error(`${branch} has no mail with a link about ${number}`);
  return latest;
}

/** Presses a button of the page that a mail links to, as a browser without script does. Throws if the shop does not do it. */
async function press(link: URL, button: string, fields: Record<string, string> = {}): Promise<void> {
  const body = new URLSearchParams(link.searchParams);
  for (const [name, value] of Object.entries({ act: button, sure: 'yes', ...fields })) body.set(name, value);
  const answer = await fetch(`${link.origin}/branch`, { method: 'POST', body, redirect: 'manual' });
  const said = new URL(answer.headers.get('location') ?? '/', link).searchParams.get('said');
  if (said !== button) throw new Error(`the branch page answered ${said} to ${button} of ${link}`);
}

const onPage = (day: Day, order: Order, button: string, fields?: Record<string, string>) =>
  press(linkInMail(day, order.branch, order), button, fields);

/** What is still due, and by how much it is rounded in cash. */
const due = ({ total, paid, refunded }: Order) => total - paid + refunded;
const roundingOf = (cents: number, tender: Tender) => (tender === 'cash' ? inCash(cents) - cents : 0);

/** The buyer pays all that is due at the branch. */
export async function payAtBranch(day: Day, order: Order, tender: Tender): Promise<void> {
  await act(day, `payment by ${tender}`, async () => {
    await onPage(day, order, `paid-${tender}`);
    const cents = due(order);
    receive(day, { order, provider: 'pay_at_branch', tender, cents, rounding: roundingOf(cents, tender) });
  });
}

/** The buyer pays a deposit in cash, which is not rounded, and later the rest by card. */
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
    await onPage(day, order, 'ready');
    becomeReady(day, order);
  });
}

/** The branch marks an order as ready, notices the mistake within the minute, and marks it again later. */
export async function markReadyByMistake(day: Day, order: Order): Promise<void> {
  await act(day, 'undone ready', async () => {
    await onPage(day, order, 'ready');
    await onPage(day, order, 'undo-ready');
  });
  await markReady(day, order);
}

/** Tires at the branch are put on a shelf, which moves no count. */
export async function putAside(day: Day, order: Order): Promise<void> {
  const piece = order.pieces.find(({ place }) => place === order.branch);
  if (!piece) throw new Error(`no tires of ${order.number} are at ${order.branch}`);
  const { tire, place, count } = piece;
  await act(day, 'put aside', () => onPage(day, order, 'put-aside', { tire, place, count: `${count}`, shelf: 'A3' }));
}

/** The buyer gets all tires. */
export async function collect(day: Day, order: Order): Promise<void> {
  await act(day, 'hand-over', async () => {
    await onPage(day, order, 'completed');
    handOver(day, order);
  });
}

/** The buyer takes one tire, brings it back because it was the wrong order, and then takes all. */
export async function collectInParts(day: Day, order: Order): Promise<void> {
  const piece = order.pieces.find(({ place }) => place === order.branch);
  if (!piece) throw new Error(`no tires of ${order.number} are at ${order.branch}`);
  const fields = { tire: piece.tire, place: order.branch, count: '1' };
  await act(day, 'partial hand-over', () => onPage(day, order, 'handed-over', fields));
  await act(day, 'undone hand-over', () => onPage(day, order, 'undo-hand-over', fields));
  await act(day, 'partial hand-over', async () => {
    await onPage(day, order, 'handed-over', fields);
    handOver(day, order, 1);
  });
  if (order.pieces.every(({ state }) => state === 'handed_over')) return;
  await collect(day, order);
}

/** The other branch sends what it was asked for, by the page that its mail links to. */
export async function sendTransfers(day: Day, order: Order, from: Branch): Promise<void> {
  await act(day, 'transfer sent', async () => {
    await press(linkInMail(day, from, order, { sends: true }), 'sent');
  });
}
