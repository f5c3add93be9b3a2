import { z } from 'zod';
import { vehicles } from '../config/vehicles.ts';
import { localeIds } from '../locale.ts';
import { paymentStates } from '../payment/payment-states.ts';
import { offlineStep } from '../payment/providers.ts';
import { orderStatuses, paidStates } from './order.ts';

const isoDate = z.iso.date();

/** Why an appointment was freed. `closed`: the order was cancelled, `changed`: was changed; `late`: tires are late. */
const freedReasons = ['buyer', 'desk', 'closed', 'expired', 'late', 'changed', 'moved-earlier'] as const;

/** `price`: euros; null: agreed at the branch. `storage`: the buyer's other set of tires is in the storage of the branch. `earlier`: waits for an earlier time. */
const appointment = z.object({
  at: z.iso.datetime(),
  minutes: z.int(),
  price: z.number().nullable(),
  vehicle: z.enum(vehicles),
  storage: z.boolean(),
  earlier: z.boolean(),
  state: z.enum(['booked', 'arrived', 'done', 'missed', 'freed']),
  freedBecause: z.enum(freedReasons).nullable(),
  changeableUntil: z.iso.datetime(),
});

/** An order in the API. Amounts are euros including VAT; days are days in Estonia. */
export const orderView = z
  .object({
    number: z.string(),
    status: z.enum(orderStatuses),
    locale: z.enum(localeIds),
    placedAt: z.iso.datetime(),
    /** Erased over time: e-mail and phone first, the name later. */
    customer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
    company: z.object({ name: z.string(), regCode: z.string(), vatNumber: z.string(), address: z.string() }).nullable(),
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
        /** `handedOver`: pieces that the buyer has; `returned`: pieces that came back. */
        handedOver: z.int(),
        returned: z.int(),
        /** The pieces by the stock location from which they come. */
        parts: z.array(z.object({ place: z.string(), count: z.int(), leadDays: z.int() })),
      }),
    ),
    total: z.number(),
    vat: z.object({ percent: z.int(), amount: z.number() }),
    payment: z.object({
      /** `state`: whether the order is paid, by all its payments. `attempt`: the state of the current payment. */
      state: z.enum(paidStates),
      attempt: z.enum(paymentStates),
      paid: z.number(),
      refunded: z.number(),
      /** `missing`: the balance due after a part payment or a change of the order. `over`: the overpayment. */
      missing: z.number(),
      over: z.number(),
      refunds: z.array(z.object({ amount: z.number(), state: z.enum(['underway', 'done', 'failed']) })),
    }),
    awaitsBuyer: z.boolean(),
    withdrawnAt: z.iso.datetime().nullable(),
    fitting: appointment.nullable(),
    promisedOn: isoDate,
    heldUntil: isoDate,
    /** The tires are late. `expectedOn` null: the day is not known. `answer` null: the buyer has not answered. */
    delay: z
      .object({
        promisedOn: isoDate,
        expectedOn: isoDate.nullable(),
        answer: z.literal('wait').nullable(),
      })
      .nullable(),
    /** Invoices, credit notes and receipts. `total`: negative only for a receipt of a refund. */
    documents: z.array(
      z.object({
        number: z.string(),
        kind: z.enum(['invoice', 'credit-note', 'receipt']),
        issuedOn: isoDate,
        total: z.number(),
      }),
    ),
  })
  .meta({ id: 'Order' });

/** `redirect`: the buyer pays at this URL; `retry`: the page of the provider does not exist yet. */
export const nextStep = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('redirect'), url: z.url() }),
    ...offlineStep.options,
    z.object({ type: z.literal('retry') }),
  ])
  .meta({ id: 'NextStep' });

export const orderAnswer = z.object({ order: orderView, next: nextStep });
export const placedAnswer = z.object({ order: orderView.extend({ token: z.string() }), next: nextStep });

export type Appointment = z.infer<typeof appointment>;
export type OrderView = z.infer<typeof orderView>;
export type NextStep = z.infer<typeof nextStep>;
export type PlacedAnswer = z.infer<typeof placedAnswer>;
export type OrderAnswer = z.infer<typeof orderAnswer>;
