import { z } from 'zod';
import { localeIds } from '../locale.ts';
import { paymentStates } from '../payment/payment-states.ts';
import { orderStatuses, paidStates } from './order.ts';

const isoDate = z.iso.date();

/** An order in the API. Money in euros, VAT included; days in Estonia. */
export const orderView = z
  .object({
    number: z.string(),
    status: z.enum(orderStatuses),
    locale: z.enum(localeIds),
    placedAt: z.iso.datetime(),
    /** Erased over time: e-mail and phone first, the name later. */
    customer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
    company: z.object({ name: z.string(), regCode: z.string(), vatNumber: z.string() }).nullable(),
    branch: z.string(),
    fulfilment: z.enum(['pickup', 'fitting']),
    plate: z.string().nullable(),
    note: z.string(),
    paymentMethod: z.string(),
    items: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        size: z.string(),
        count: z.int(),
        price: z.number(),
        parts: z.array(z.object({ place: z.string(), count: z.int(), leadDays: z.int() })),
      }),
    ),
    total: z.number(),
    vat: z.object({ percent: z.int(), amount: z.number() }),
    payment: z.object({
      state: z.enum(paidStates),
      attempt: z.enum(paymentStates),
      paid: z.number(),
      refunded: z.number(),
      refunds: z.array(z.object({ amount: z.number(), state: z.enum(['underway', 'done', 'failed']) })),
    }),
    /** The buyer may pay, change the payment method or cancel. */
    awaitsBuyer: z.boolean(),
    withdrawnAt: z.iso.datetime().nullable(),
    promisedOn: isoDate,
    /** The last day on which tires are held while unpaid. */
    heldUntil: isoDate,
  })
  .meta({ id: 'Order' });

export const nextStep = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('redirect'), url: z.url() }),
    z.object({
      type: z.literal('instructions'),
      holder: z.string(),
      bank: z.string(),
      iban: z.string(),
      bic: z.string(),
      reference: z.string(),
      amount: z.number(),
      dueOn: isoDate,
    }),
    z.object({ type: z.literal('none') }),
    z.object({ type: z.literal('retry') }),
  ])
  .meta({ id: 'NextStep' });

export const orderAnswer = z.object({ order: orderView, next: nextStep });
export const placedAnswer = z.object({ order: orderView.extend({ token: z.string() }), next: nextStep });

export type OrderView = z.infer<typeof orderView>;
export type NextStep = z.infer<typeof nextStep>;
export type PlacedAnswer = z.infer<typeof placedAnswer>;
export type OrderAnswer = z.infer<typeof orderAnswer>;
