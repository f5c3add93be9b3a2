import { z } from 'zod';
import { product } from '../../catalog/list/product-query.ts';
import { idPattern } from '../../catalog/tire/tire.ts';

const tireId = z.string().regex(idPattern, { error: 'invalid' });

/** `price`: the price of a piece that the buyer saw, in euros. */
const swap = z.object({ from: tireId, to: tireId, price: z.number({ error: 'invalid' }) });

/** `wait`: `expectedOn` is the day that the buyer saw, null if none is known. `swap`: another tire for each late one. */
export const delayAnswer = z
  .discriminatedUnion('answer', [
    z.object({ answer: z.literal('wait'), expectedOn: z.iso.date({ error: 'invalid' }).nullable() }),
    z.object({ answer: z.literal('swap'), swaps: z.array(swap).min(1).max(50) }),
    z.object({ answer: z.literal('cancel') }),
  ])
  .meta({ id: 'DelayAnswer' });

export type DelayAnswer = z.infer<typeof delayAnswer>;
export type DelaySwap = z.infer<typeof swap>;

/** `price`: the price of a piece in euros, at most that of the late tire. `day`: the day on which all pieces are at the branch. */
const offer = z.object({ tire: product, price: z.number(), day: z.iso.date() });

export const replacements = z
  .object({
    lines: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        size: z.string(),
        count: z.int(),
        offers: z.array(offer),
      }),
    ),
  })
  .meta({ id: 'Replacements' });

export type Replacements = z.infer<typeof replacements>;
