import { randomUUID } from 'node:crypto';
import { form } from '../support/orders/order-form.ts';
import { act, type Day, noteMailToBranch, noteMailToBuyer, tireOf } from './act.ts';
import { type Branch, hold, type Order, sum } from './facts.ts';
import { confirm, due, end, receive } from './order-facts.ts';

/** An order that a buyer places. `tires`: counts by sku. `start`: when the appointment for fitting begins. */
export type Wish = {
  method: string;
  branch: Branch;
  tires: Record<string, number>;
  language?: 'ee' | 'en' | 'ru';
  start?: Date;
};

/** An order and the provider’s page for its payment. */
type Placed = { order: Order; page: string | undefined };

export const providerOf = (method: string) => method.split(':')[0] ?? method;

export const isOnline = (method: string) => method.includes(':');

/** Notes a new order and the tires that it holds. */
export function noteOrder(
  day: Day,
  placed: Omit<
    Order,
    'pieces' | 'appointments' | 'lines' | 'total' | 'paid' | 'refunded' | 'status' | 'isKnownToBranch'
  >,
  tires: Wish['tires'],
): Order {
  const { facts } = day;
  const lines = Object.entries(tires).map(([sku, count]) => ({ tire: tireOf(day, sku), count }));
  const order: Order = {
    ...placed,
    status: 'awaiting_payment',
    total: sum(lines.map(({ tire, count }) => count * (facts.prices.get(tire) ?? 0))),
    lines: lines.length,
    paid: 0,
    refunded: 0,
    pieces: lines.flatMap(({ tire, count }, line) => hold(facts, placed.branch, line, tire, count)),
    appointments: [],
    isKnownToBranch: false,
  };
  facts.orders.push(order);
  return order;
}

/** Notes what follows from a new order: the mails, and the confirmation of one that is paid at the branch. */
export function noteConfirmation(day: Day, order: Order): void {
  noteMailToBuyer(day, order, 'placed');
  if (order.method !== 'pay_at_branch') return;
  noteMailToBranch(day, order.branch, order, 'branch-order');
  order.isKnownToBranch = true;
  confirm(day, order, { isPaid: false });
}

/** A buyer orders on the website. */
export function placeOrder(day: Day, wish: Wish): Promise<Placed> {
  const { shop, facts } = day;
  return act(day, 'order', async () => {
    const buyer = facts.orders.length + 1;
    const email = `buyer-${buyer}@example.com`;
    const items = Object.entries(wish.tires).map(([sku, count]) => {
      const id = tireOf(day, sku);
      return { id, count, price: (facts.prices.get(id) ?? 0) / 100 };
    });
    const customer = { name: `Mari Maasikas ${buyer}`, email, phone: '+372 5123 4567' };
    const body = form({
      customer,
      items,
      branch: wish.branch,
      paymentMethod: wish.method,
      locale: wish.language ?? 'ee',
      ...(wish.start && {
        fulfilment: 'fitting',
        plate: '123 ABC',
        fitting: { at: wish.start.toISOString(), vehicle: 'car' },
      }),
    });
    const answer = await fetch(`${shop.address}/api/v1/orders`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'x-forwarded-for': `192.0.2.${buyer}`,
      },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`an order was refused: ${await answer.text()}`);
    type Answer = { order: { number: string; token: string }; next: { url?: string } };
    const {
      order: { number, token },
      next,
    } = (await answer.json()) as Answer;
    const { branch, method } = wish;
    const order = noteOrder(day, { number, token, channel: 'web', branch, email, method }, wish.tires);
    if (wish.start) order.appointments.push({ start: wish.start, state: 'booked' });
    noteConfirmation(day, order);
    return { order, page: next.url };
  });
}

/** A buyer pays on the page of the provider, and returns to the shop, or closes the browser. */
export async function payOnline(day: Day, { order, page }: Placed, { returns = true } = {}): Promise<void> {
  await act(day, 'online payment', async () => {
    const answer = await pressOn(page, 'pay');
    const back = answer.headers.get('location');
    if (answer.status !== 303 || !back) throw new Error(`${page} did not take the payment: ${answer.status}`);
    if (returns) await fetch(back, { redirect: 'manual' });
    notePayment(day, order);
  });
}

/** A buyer pays, but the provider’s report is lost and the browser closed: the shop asks the provider a few minutes later. */
export async function payUnnoticed(day: Day, { order, page }: Placed): Promise<void> {
  const bank = day.shop.banks[providerOf(order.method) as keyof Day['shop']['banks']];
  bank.webhooks = 'drop';
  await act(day, 'online payment', () => pressOn(page, 'pay'));
  bank.webhooks = 'send';
  notePayment(day, order);
}

const pressOn = (page: string | undefined, action: string) =>
  fetch(page ?? '', { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });

function notePayment(day: Day, order: Order): void {
  receive(day, { order, provider: providerOf(order.method), tender: null, cents: due(order) });
}

/** A buyer cancels an order that is not paid. */
export async function cancelByBuyer(day: Day, order: Order): Promise<void> {
  await act(day, 'cancellation', async () => {
    const answer = await fetch(`${day.shop.address}/api/v1/orders/${order.number}/cancel`, {
      method: 'POST',
      headers: { 'order-token': order.token },
    });
    if (!answer.ok) throw new Error(`the cancellation was refused: ${await answer.text()}`);
    end(day, order, 'cancelled');
  });
}

/** Notes that an order was not paid in time. */
export function noteExpired(day: Day, order: Order): void {
  end(day, order, 'expired');
}
