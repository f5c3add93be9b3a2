import { z } from 'zod';
import {
  type PriceDecision,
  pinPrice,
  putOnSale,
  takeOffSale,
  unpinPrice,
} from '../../shop/catalog/prices/decide-price.server.ts';
import { moveApartStock } from '../../shop/checkout/desk/apart-stock.server.ts';
import { changeStock } from '../../shop/checkout/desk/stock.server.ts';
import { type ActResult, type DeskAct, deskAct, notFound } from '../act.ts';
import type { DeskContext } from '../context.ts';
import { branch, isBranch, reason, tireId, unknownBranch } from './fields.ts';

/** Only the owner may enter a count that differs from the stock on hand by more than this (`count-many`). */
const manyPieces = 20;

const refusalOf = (result: { ok: false; reason: string }): ActResult =>
  result.reason === 'unknown-tire' ? notFound : { ...result };

async function onHand({ shop }: DeskContext, { tireId, branch }: { tireId: string; branch: string }): Promise<number> {
  const row = await shop.db
    .selectFrom('stock')
    .select('on_hand')
    .where('tire_id', '=', tireId)
    .where('place', '=', branch)
    .executeTakeFirst();
  return row?.on_hand ?? 0;
}

const countFields = z.object({
  tireId,
  branch,
  counted: z.int().min(0).max(9999),
  /** The stock on hand that the screen showed when the count was typed. */
  expected: z.int().optional(),
  reason,
  /** The person has confirmed a count that is lower than the pieces promised to orders. */
  belowPromised: z.boolean().default(false),
});

function priceAct(
  act: DeskAct['act'],
  decide: (db: DeskContext['shop']['db'], decision: PriceDecision) => ReturnType<typeof unpinPrice>,
): DeskAct {
  return deskAct({
    act,
    fields: z.object({ tireId, reason }),
    subject: (fields) => `tire ${fields.tireId}`,
    run: async ({ shop }, fields, { actor }) => {
      const decided = await decide(shop.db, { ...fields, actor, now: shop.now() });
      return decided.ok ? { ...decided } : refusalOf(decided);
    },
  });
}

export const stockActs: DeskAct[] = [
  deskAct({
    act: 'count',
    variants: {
      acts: ['count', 'count-many'],
      choose: async (context, fields) => {
        const difference = Math.abs(fields.counted - (await onHand(context, fields)));
        return difference > manyPieces ? 'count-many' : 'count';
      },
    },
    fields: countFields,
    subject: (fields) => `tire ${fields.tireId}`,
    run: async (context, { branch, counted, belowPromised: allowBelowPromised, ...fields }, { actor }) => {
      if (!isBranch(context, branch)) return unknownBranch;
      const change = { ...fields, place: branch, pieces: { counted }, actor, allowBelowPromised };
      const result = await changeStock(context.shop, change);
      return result.ok ? { ...result } : refusalOf(result);
    },
  }),
  deskAct({
    act: 'set-apart',
    fields: z.object({
      tireId,
      branch,
      count: z.int().min(1).max(999),
      reason,
      move: z.enum(['apart', 'back', 'gone']),
      belowPromised: z.boolean().default(false),
    }),
    subject: (fields) => `tire ${fields.tireId}`,
    run: async (context, { belowPromised: allowBelowPromised, ...fields }, { actor }) => {
      if (!isBranch(context, fields.branch)) return unknownBranch;
      const result = await moveApartStock(context.shop, { ...fields, allowBelowPromised, actor });
      return result.ok ? { ...result } : refusalOf(result);
    },
  }),
  deskAct({
    act: 'pin-price',
    fields: z.object({
      tireId,
      reason,
      priceCents: z.int().min(1),
      from: z.iso.date().optional(),
      until: z.iso.date().optional(),
      belowFloor: z.boolean().default(false),
    }),
    subject: (fields) => `tire ${fields.tireId}`,
    run: async ({ shop }, fields, { actor }) => {
      const decided = await pinPrice(shop.db, { ...fields, actor, now: shop.now() });
      return decided.ok ? { ...decided } : refusalOf(decided);
    },
  }),
  priceAct('unpin-price', unpinPrice),
  priceAct('take-off-sale', takeOffSale),
  priceAct('put-on-sale', putOnSale),
];
