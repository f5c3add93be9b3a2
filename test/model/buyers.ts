import { cancelByBuyer } from '../../src/shop/checkout/cancel-order.server.ts';
import { orderAndPay } from '../../src/shop/checkout/order-and-pay.server.ts';
import type { OrderForm } from '../../src/shop/checkout/order-form.ts';
import { payAgain } from '../../src/shop/checkout/pay-again.server.ts';
import { syncPayment } from '../../src/shop/checkout/sync-payment.server.ts';
import type { Till } from '../../src/shop/checkout/till.server.ts';
import { type Do, pickOf, startedPayments, toOrder } from './acts.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

const limits = {
  ...{ perLine: 20, perOrder: 40, openOrdersPerEmail: 50, openOrdersPerClient: 50 },
  ...{ unpaidOrdersPerEmailPerDay: 150, unpaidOrdersPerClientPerDay: 150 },
};

const prices: Record<string, number> = { tire: 79.9, other: 50.5 };

function formOf({ methods }: World, { pick, how }: Step): OrderForm {
  const id = pick % 3 === 0 ? 'other' : 'tire';
  return {
    locale: 'en',
    customer: { name: 'Mari Maasikas', email: 'mari@example.com', phone: '+372 5123 4567' },
    company: null,
    branch: pick % 2 ? 'ringtee' : 'annelinn',
    fulfilment: 'pickup',
    plate: null,
    paymentMethod: methods[how % methods.length] ?? 'pay_at_branch',
    items: [{ id, count: 1 + (pick % 4), price: prices[id] ?? 0 }],
    note: '',
    acceptTerms: true,
  };
}

async function send(till: Till, { key, form }: World['sent'][number]) {
  const placing = await orderAndPay(till, limits, form, {
    key,
    clientAddress: null,
    deviceId: null,
    limitByAddress: false,
  });
  if (!placing.ok && placing.reason !== 'out-of-stock') throw new Error(`an order was refused: ${placing.reason}`);
}

export const buyers = {
  async place(world, step, till) {
    const order = { key: `order-key-${world.sent.length}`, form: formOf(world, step) };
    world.sent.push(order);
    await send(till, order);
  },
  async repeat({ sent }, { pick }, till) {
    const order = pickOf(sent, pick);
    if (order) await send(till, order);
  },
  async comeBack(world, { pick }, till) {
    const id = pickOf(await startedPayments(world), pick);
    if (id) await syncPayment(till, id, 2000);
  },
  payAgain: toOrder(async (till, order, { how }, { attempts, methods }) => {
    const attempt = {
      key: `attempt-key-${attempts.length}`,
      order,
      method: methods[how % methods.length] ?? 'bank_transfer',
    };
    attempts.push(attempt);
    await payAgain(till, order, attempt.method, attempt.key);
  }),
  async repeatPayAgain({ attempts }, { pick }, till) {
    const attempt = pickOf(attempts, pick);
    if (attempt) await payAgain(till, attempt.order, attempt.method, attempt.key);
  },
  cancel: toOrder((till, order) => cancelByBuyer(till, order)),
} satisfies Record<string, Do>;
