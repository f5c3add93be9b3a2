import { cancelByBuyer } from '../../src/shop/checkout/desk/cancel-order.server.ts';
import { payAgain } from '../../src/shop/checkout/pay/pay-again.server.ts';
import type { OrderForm } from '../../src/shop/checkout/place/order-form.ts';
import { orderAndPay } from '../../src/shop/checkout/place/place-order.server.ts';
import { syncPayment } from '../../src/shop/checkout/settle/sync-payment.server.ts';
import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import { type Do, onOrder, pickOf, startedPayments } from './acts.ts';
import { fittingOfForm } from './fitting.ts';
import type { Step } from './steps.ts';
import { prices } from './tires/supply.ts';
import type { World } from './world.ts';

/** Limits that no seeded run reaches. */
export const limits = {
  perLine: 20,
  perOrder: 40,
  openOrdersPerEmail: 50,
  openOrdersPerClient: 50,
  unpaidOrdersPerEmailPerDay: 150,
  unpaidOrdersPerClientPerDay: 150,
};

function formOf({ methods, sent }: World, { pick, variant }: Step): OrderForm {
  const id = pick % 3 === 0 ? 'other' : 'tire';
  const alsoOther =
    pick % 7 === 0 && id === 'tire' ? [{ id: 'other', count: 1 + (variant % 2), price: prices.other }] : [];
  return {
    locale: 'en',
    customer: { name: 'Mari Maasikas', email: `mari-${sent.length}@example.com`, phone: '+372 5123 4567' },
    company: null,
    branch: pick % 2 ? 'ringtee' : 'annelinn',
    fulfilment: 'pickup',
    plate: null,
    fitting: null,
    paymentMethod: methods[variant % methods.length] ?? 'pay_at_branch',
    items: [{ id, count: 1 + (pick % 4), price: prices[id] }, ...alsoOther],
    note: '',
    acceptTerms: true,
  };
}

async function send(context: ShopContext, { key, form }: World['sent'][number]) {
  const result = await orderAndPay(context, limits, form, { key, clientAddress: null, deviceId: null });
  const isExpected = result.ok || result.reason === 'out-of-stock' || result.reason === 'slot-taken';
  if (!isExpected) throw new Error(`an order was refused: ${result.reason}`);
}

export const buyers = {
  async place(world, step, context) {
    const order = { key: `order-key-${world.sent.length}`, form: formOf(world, step) };
    world.sent.push(order);
    await send(context, order);
  },
  /** An order for fitting, without an appointment if it has more tires than a buyer can book. */
  async placeFitted(world, step, context) {
    const form: OrderForm = { ...formOf(world, step), fulfilment: 'fitting' };
    const wheels = form.items.reduce((sum, { count }) => sum + count, 0);
    const fitting = wheels <= 4 ? fittingOfForm(world.now(), step) : null;
    const order = { key: `order-key-${world.sent.length}`, form: { ...form, fitting } };
    world.sent.push(order);
    await send(context, order);
  },
  async repeat({ sent }, { pick }, context) {
    const order = pickOf(sent, pick);
    if (order) await send(context, order);
  },
  async returnFromBank(world, { pick }, context) {
    const id = pickOf(await startedPayments(world), pick);
    if (id) await syncPayment(context, id, 2000);
  },
  payAgain: onOrder(async (context, order, { variant }, { attempts, methods }) => {
    const attempt = {
      key: `attempt-key-${attempts.length}`,
      order,
      method: methods[variant % methods.length] ?? 'bank_transfer',
    };
    attempts.push(attempt);
    await payAgain(context, order, attempt.method, attempt.key, { freesFitting: variant % 2 === 0 });
  }),
  async repeatPayAgain({ attempts }, { pick }, context) {
    const attempt = pickOf(attempts, pick);
    if (attempt) await payAgain(context, attempt.order, attempt.method, attempt.key);
  },
  cancel: onOrder((context, order) => cancelByBuyer(context, order)),
} satisfies Record<string, Do>;
