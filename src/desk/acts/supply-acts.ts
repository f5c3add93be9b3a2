import { z } from 'zod';
import { hoursOf } from '../../shop/calendar.ts';
import {
  markTransferArrived,
  markTransferMissing,
  markTransferSent,
  type TransferResult,
} from '../../shop/checkout/handover/transfers.server.ts';
import { cancelTires } from '../../shop/checkout/purchases/cancel-tires.server.ts';
import {
  backorderAndHandleDelays,
  confirmAndHandleDelays,
} from '../../shop/checkout/purchases/confirm-tires.server.ts';
import { giveUpPurchase } from '../../shop/checkout/purchases/give-up.server.ts';
import { receivePurchase } from '../../shop/checkout/purchases/receive-purchase.server.ts';
import { refuseTires } from '../../shop/checkout/purchases/refuse-tires.server.ts';
import { markAsSent, requestSending, requestStateQuery } from '../../shop/purchasing/answer-purchase.server.ts';
import { nextCutOff, orderTermsOf } from '../../shop/purchasing/order-terms.ts';
import { type ActResult, type DeskAct, deskAct, notFound } from '../act.ts';
import type { DeskContext } from '../context.ts';
import { storable, tireId } from './fields.ts';

const number = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^P\d\d-\d{5,}$/, { error: 'invalid' });
const count = z.int().min(1, { error: 'min' }).max(9999, { error: 'max' });
const tireCount = z.object({ tire: tireId, count });
const tireCounts = z.array(tireCount).max(500);
const day = z.iso.date({ error: 'invalid' });

const noTires: ActResult = { ok: false, reason: 'invalid', errors: [{ path: 'good', code: 'required' }] };

type Stamp = { at: Date; actor: string };

/** A refusal keeps its details, such as a tire or a state; an unknown purchase or transfer is a 404. */
function resultOf(result: { ok: boolean; reason?: string }): ActResult {
  if (result.ok) return { ...result, ok: true };
  const { reason = 'unknown', ...details } = result;
  if (reason === 'unknown' || reason === 'unknown-purchase') return notFound;
  return { ...details, ok: false, reason };
}

function purchaseAct<Shape extends z.ZodRawShape>(
  act: DeskAct['act'],
  shape: Shape,
  run: (
    context: DeskContext,
    fields: z.infer<z.ZodObject<Shape & { number: typeof number }>>,
    stamp: Stamp,
  ) => Promise<{ ok: boolean; reason?: string }>,
): DeskAct {
  const fields = z.object({ ...shape, number });
  return deskAct({
    act,
    // TypeScript cannot infer the fields of a spread shape.
    fields: fields as z.ZodType<{ number: string }>,
    subject: (values) => `purchase ${values.number}`,
    run: async (context, values, { actor }) =>
      resultOf(await run(context, values as never, { at: context.shop.now(), actor })),
  });
}

function transferAct(
  act: DeskAct['act'],
  run: (shop: DeskContext['shop'], id: number, actor: string, seenCount?: number) => Promise<TransferResult>,
): DeskAct {
  return deskAct({
    act,
    fields: z.object({ id: z.int(), count: count.optional() }),
    subject: ({ id }) => `transfer ${id}`,
    run: async ({ shop }, { id, count: seenCount }, { actor }) => resultOf(await run(shop, id, actor, seenCount)),
  });
}

export const supplyActs: DeskAct[] = [
  transferAct('send-transfer', markTransferSent),
  transferAct('receive-transfer', markTransferArrived),
  transferAct('transfer-missing', markTransferMissing),
  // `again`: repeats a sending whose outcome is unclear.
  purchaseAct('send-purchase', { again: z.boolean().default(false) }, ({ shop }, { number, again }, stamp) =>
    requestSending(shop.db, number, { ...stamp, again }),
  ),
  purchaseAct('purchase-sent', {}, ({ shop, suppliers }, { number }, stamp) =>
    markAsSent(shop.db, number, {
      ...stamp,
      answerDueAt: ({ supplier, branch }) =>
        nextCutOff(stamp.at, orderTermsOf(supplier, suppliers), hoursOf(shop.shopConfig, branch)),
    }),
  ),
  purchaseAct('ask-purchase', {}, ({ shop, suppliers }, { number }, stamp) =>
    requestStateQuery(shop.db, number, {
      ...stamp,
      canQuery: (supplier) => orderTermsOf(supplier, suppliers).answersStateQueries,
    }),
  ),
  purchaseAct('give-up-purchase', {}, ({ shop }, { number }, stamp) => giveUpPurchase(shop, number, stamp)),
  purchaseAct(
    'confirm-purchase',
    // `pieces` absent: all that the supplier has not answered. `expected`: the day of their arrival at the branch.
    { pieces: tireCounts.min(1).optional(), expected: day.optional() },
    ({ shop }, { number, pieces, expected }, stamp) =>
      confirmAndHandleDelays(shop, number, { ...(pieces && { pieces }), ...(expected && { expected }) }, stamp),
  ),
  purchaseAct('refuse-purchase', { refused: tireCount }, ({ shop }, { number, refused }, stamp) =>
    refuseTires(shop, number, refused, stamp),
  ),
  purchaseAct(
    'backorder-purchase',
    { pieces: tireCounts.min(1), expected: day.optional() },
    ({ shop }, { number, pieces, expected }, stamp) =>
      backorderAndHandleDelays(shop, number, { pieces, ...(expected && { expected }) }, stamp),
  ),
  purchaseAct('cancel-purchase', { cancelled: tireCount }, ({ shop }, { number, cancelled }, stamp) =>
    cancelTires(shop.db, number, cancelled, stamp),
  ),
  purchaseAct(
    'receive-purchase',
    {
      // `good` absent: all pieces that may still arrive. `isLastDelivery`: no more of the counted tires come.
      good: tireCounts.optional(),
      wrong: tireCounts.default([]),
      damaged: tireCounts.default([]),
      note: storable(z.string().trim().max(500, { error: 'tooLong' })).default(''),
      isLastDelivery: z.boolean().default(false),
    },
    async ({ shop }, { number, good, ...delivery }, { actor }) => {
      const { wrong, damaged } = delivery;
      if (good && [...good, ...wrong, ...damaged].length === 0) return noTires;
      return receivePurchase(shop, number, { ...delivery, ...(good && { good }) }, actor);
    },
  ),
];
