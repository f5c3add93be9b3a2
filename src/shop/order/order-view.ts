import { z } from 'zod';
import { localeIds } from '../locale.ts';
import { paymentStates } from '../payment/payment-states.ts';
import { orderStatuses } from './order.ts';
import { paidStates } from './paid-state.ts';

const isoDate = z.iso.date();

/** An order as its buyer sees it. Money in euros, VAT included; days are calendar days in Estonia. */
export const orderView = z
  .object({
    number: z.string(),
    status: z.enum(orderStatuses),
    locale: z.enum(localeIds),
    placedAt: z.iso.datetime(),
    /** Empty once they are erased: e-mail and phone first, the name later. */
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
        /** Where the tires come from. */
        parts: z.array(z.object({ place: z.string(), count: z.int(), leadDays: z.int() })),
      }),
    ),
    total: z.number(),
    vat: z.object({ percent: z.int(), amount: z.number() }),
    payment: z.object({
      state: z.enum(paidStates),
      /** The latest attempt to pay. */
      attempt: z.enum(paymentStates),
      paid: z.number(),
      refunded: z.number(),
      /** Money that is on its way back, or has gone. */
      refunds: z.array(z.object({ amount: z.number(), state: z.enum(['underway', 'done', 'failed']) })),
    }),
    /** The order is open and unpaid: its buyer may pay, choose another way to pay, or cancel. */
    awaitsBuyer: z.boolean(),
    /** When the buyer last declared to withdraw from it, or from a part of it. */
    withdrawnAt: z.iso.datetime().nullable(),
    /** The day on which the last of the tires is at the branch. */
    promisedOn: isoDate,
    /** Unpaid, the tires are kept until the end of this day. */
    heldUntil: isoDate,
  })
  .meta({ id: 'Order' });

/** What the buyer does next. */
export const nextStep = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('redirect'), url: z.url() }),
    z.object({
      type: z.literal('instructions'),
      holder: z.string(),
      bank: z.string(),
      iban: z.string(),
      bic: z.string(),
      /** Estonian reference number, 7-3-1. */
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
