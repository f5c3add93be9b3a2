import { act, type Day, tireOf } from './act.ts';
import { noteConfirmation, noteOrder, type Wish } from './buyers.ts';
import { type Branch, placeOf } from './facts.ts';
import { handOver, receive, rounding } from './order-facts.ts';

/** The output of commands that place an order. */
type Printed = { order: { number: string } };

const tiresOf = (day: Day, tires: Wish['tires']) =>
  Object.entries(tires).map(([sku, count]) => `${tireOf(day, sku)}=${count}`);

/** A sale at the counter: placed, paid and handed over at once. Only a buyer with an address gets a mail. */
export async function sell(
  day: Day,
  {
    branch,
    tires,
    tender,
    email = '',
  }: { branch: Branch; tires: Wish['tires']; tender: 'cash' | 'card'; email?: string },
): Promise<void> {
  await act(day, 'counter sale', async () => {
    const buyer = email === '' ? [] : ['--name', 'Jüri Tamm', '--email', email];
    const printed = await day.shop.command<Printed>([
      ...['orders', 'sell', '--branch', branch, `--${tender}`, ...buyer],
      ...tiresOf(day, tires),
    ]);
    const placed = { number: printed.order.number, token: '', channel: 'counter', branch, email } as const;
    const order = noteOrder(day, { ...placed, method: 'pay_at_branch' }, tires);
    const cents = order.total;
    receive(day, { order, provider: 'pay_at_branch', tender, cents, rounding: rounding(cents, tender) });
    handOver(day, order);
  });
}

/** An order by phone. Without an address, the buyer gets no mail. */
export async function orderByPhone(day: Day, { branch, tires, method }: Wish, email = '') {
  return act(day, 'phone order', async () => {
    const printed = await day.shop.command<Printed>([
      ...['orders', 'phone', '--branch', branch, '--name', 'Olga Ivanova', '--phone', '5123 4567', '--terms-told'],
      ...(email === '' ? [] : ['--email', email]),
      ...['--pay', method === 'bank_transfer' ? 'transfer' : 'branch'],
      ...tiresOf(day, tires),
    ]);
    const { number } = printed.order;
    const order = noteOrder(day, { number, token: '', channel: 'phone', branch, email, method }, tires);
    noteConfirmation(day, order);
    return order;
  });
}

export async function openDrawer(day: Day, branch: Branch, cents: number): Promise<void> {
  await act(day, 'drawer opened', async () => {
    await day.shop.command(['cash', 'open', branch, euros(cents)]);
    day.facts.drawers.set(branch, { opening: cents, moved: 0, cash: 0, counted: null });
  });
}

/** Cash is put into a drawer, or taken out if `cents` is negative. */
export async function moveCash(day: Day, branch: Branch, cents: number): Promise<void> {
  await act(day, 'cash moved', async () => {
    const direction = cents > 0 ? 'in' : 'out';
    await day.shop.command(['cash', direction, branch, euros(Math.abs(cents)), '--reason', 'bank']);
    drawerOf(day, branch).moved += cents;
  });
}

/** A drawer is counted and closed. `difference`: counted minus expected cents. */
export async function countDrawer(day: Day, branch: Branch, difference: number): Promise<void> {
  await act(day, 'drawer counted', async () => {
    const drawer = drawerOf(day, branch);
    drawer.counted = drawer.opening + drawer.moved + drawer.cash + difference;
    await day.shop.command(['cash', 'count', branch, euros(drawer.counted), '--yes']);
  });
}

function drawerOf({ facts }: Day, branch: Branch) {
  const drawer = facts.drawers.get(branch);
  if (!drawer) throw new Error(`no drawer is open at ${branch}`);
  return drawer;
}

const euros = (cents: number) => (cents / 100).toFixed(2);

/** Employees count the tires at a branch, and find `lost` fewer than the facts of the day contain. */
export async function count(day: Day, branch: Branch, sku: string, { lost = 0 } = {}): Promise<void> {
  await act(day, 'count', async () => {
    const at = placeOf(tireOf(day, sku), branch);
    const counted = (day.facts.onHand.get(at) ?? 0) - lost;
    await day.shop.command(['stock', 'set', tireOf(day, sku), branch, `${counted}`, '--yes']);
    day.facts.onHand.set(at, counted);
  });
}
