import { z } from 'zod';
import { orderSms } from '../../messages/order-sms.server.ts';
import { placeForBuyer, sellAtCounter } from '../../shop/checkout/desk/desk-orders.server.ts';
import { vehicles } from '../../shop/config/vehicles.ts';
import { defaultLocale, localeIds } from '../../shop/locale.ts';
import { answerOf as orderAnswerOf } from '../../shop/order/order-answer.server.ts';
import { offlineMethods, tenders } from '../../shop/payment/payment-methods.ts';
import { type ActResult, type DeskAct, deskAct } from '../act.ts';
import type { DeskContext } from '../context.ts';
import { branch, text } from './fields.ts';

/** Checks only the shape of the fields; the shop checks their contents. */
const saleFields = {
  branch,
  locale: z.enum(localeIds).default(defaultLocale),
  customer: z.object({ name: text(100), phone: text(30), email: text(254) }),
  company: z
    .object({ name: text(100), regCode: text(20), vatNumber: text(20), address: text(200) })
    .nullable()
    .default(null),
  note: text(500),
  plate: z.string().trim().max(12).nullable().default(null),
  /** Null: to be agreed. `storage`: the shop stores the buyer's other set. `earlier`: an earlier time is wanted. */
  fitting: z
    .object({
      at: z.iso.datetime(),
      vehicle: z.enum(vehicles),
      storage: z.boolean().default(false),
      earlier: z.boolean().default(false),
    })
    .nullable()
    .default(null),
  /** `price`: in euros, as the screen showed it. If the current price differs, the order is refused. */
  items: z
    .array(z.object({ id: z.string().max(200), count: z.int().min(1).max(1000), price: z.number().optional() }))
    .min(1)
    .max(50),
};

const offlineMethodIds = Object.keys(offlineMethods) as [
  keyof typeof offlineMethods,
  ...(keyof typeof offlineMethods)[],
];

type Placed = Awaited<ReturnType<typeof placeForBuyer>>;

function resultOf(placed: Placed, { shop }: DeskContext): ActResult {
  if (!placed.ok) {
    if (placed.reason !== 'validation') return placed;
    return { ok: false, reason: 'invalid', errors: placed.errors };
  }
  const { order, booking } = placed.order;
  const { number, email, promised_on: promisedOn } = order;
  // A buyer without an e-mail address gets no mail, so the employee sends this text from a phone.
  const sms = email === '' ? orderSms(orderAnswerOf(placed.order, shop.shopConfig), shop.shopConfig) : null;
  const fitting = booking?.starts_at.toISOString() ?? null;
  return { ok: true, number, sms, promisedOn, fitting, subject: `order ${number}` };
}

/** The act's key is the idempotency key of the order, so that a repeated form places one order. */
export const saleActs: DeskAct[] = [
  deskAct({
    act: 'sell',
    fields: z.object({ ...saleFields, tender: z.enum(tenders) }),
    run: async (context, { tender, ...form }, { actor }, key) => {
      const sold = await sellAtCounter(context.shop, form, { key, actor, tender });
      const result = resultOf(sold, context);
      // No SMS: the buyer is in the shop.
      return result.ok ? { ...result, sms: null } : result;
    },
  }),
  deskAct({
    act: 'place-phone-order',
    fields: z.object({
      ...saleFields,
      fulfilment: z.enum(['pickup', 'fitting']),
      paymentMethod: z.enum(offlineMethodIds),
      termsTold: z.boolean(),
    }),
    run: async (context, { termsTold, ...form }, { actor }, key) =>
      resultOf(await placeForBuyer(context.shop, form, { key, actor, termsTold }), context),
  }),
];
