import { setTimeout } from 'node:timers/promises';
import { answerOf, type OrderAnswer, readOrder } from '../order/orders.server.ts';
import { isOffline } from '../payment/providers.ts';
import type { OrderLimits } from '../shop-facts.ts';
import type { OrderForm } from './order-form.ts';
import { type Attempt, placeOrder } from './place-order.server.ts';
import type { Placing } from './placing.ts';
import { startPayment } from './start-payment.server.ts';
import type { Till } from './till.server.ts';

/** How long an answer waits for what another process asks a provider at this moment, in ms. */
const patienceMs = 3000;

/** Whether the shop offers this way to pay now. */
export async function isOffered(till: Till, method: string): Promise<boolean> {
  return isOffline(method) || (await till.methods()).methods.some(({ id }) => id === method);
}

/** Places an order and, where a provider takes the money, asks it for a place to pay once the order stands. */
export async function orderAndPay(
  till: Till,
  limits: OrderLimits,
  form: OrderForm,
  attempt: Attempt,
): Promise<Placing> {
  const { db, facts, terms, later } = till;
  const methodKnown = await isOffered(till, form.paymentMethod);
  const placing = await placeOrder({ db, facts, terms, later, limits, now: till.now(), methodKnown }, form, attempt);
  if (!placing.ok || placing.answer.next.type !== 'retry') return placing;
  const { order, next } = await startedOrder(till, placing.orderId, placing.attemptId);
  return { ...placing, answer: { order: { ...order, token: placing.answer.order.token }, next } };
}

/** An order after its attempt to pay was begun, by this request or by another that is at it. */
async function startedOrder(till: Till, orderId: number, attemptId: string): Promise<OrderAnswer> {
  await startPayment(till, attemptId);
  for (const end = Date.now() + patienceMs; ; ) {
    // Asked before the order is read: whoever was at it may be done in between.
    const underWay = await isLeased(till, attemptId);
    const answer = answerOf(await readOrder(till.db, orderId), till.facts);
    if (answer.next.type !== 'retry' || Date.now() > end || !underWay) return answer;
    await setTimeout(50);
  }
}

async function isLeased(till: Till, paymentId: string): Promise<boolean> {
  const payment = await till.db
    .selectFrom('payments')
    .select('leased_until')
    .where('id', '=', paymentId)
    .executeTakeFirst();
  return payment?.leased_until != null;
}
