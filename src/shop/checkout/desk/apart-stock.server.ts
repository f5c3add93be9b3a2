import { commitIfOkWithRetry } from '../../../database/transaction.server.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { changeBranchStock, lockBranchStock } from './branch-stock.server.ts';

/** `apart`: set tires apart, not for sale. `back`: put them on sale again. `gone`: they were scrapped, or sent to the supplier. */
export type ApartMove = 'apart' | 'back' | 'gone';

/** `allowBelowPromised`: also sets tires apart that are held or sold for orders. */
export type ApartRequest = {
  move: ApartMove;
  tireId: string;
  branch: string;
  count: number;
  reason: string;
  actor: string;
  allowBelowPromised: boolean;
};

type ApartCounts = { onHand: number; apart: number; held: number; sold: number };

/** `too-few`: fewer than `count` are on hand (for `apart`) or set apart (otherwise). `below-promised`: fewer are free, the others are held or sold. */
export type ApartResult =
  | ({ ok: true } & ApartCounts)
  | { ok: false; reason: 'unknown-tire' }
  | ({ ok: false; reason: 'too-few' | 'below-promised' } & ApartCounts);

const changePerTire = {
  apart: { onHand: -1, apart: 1 },
  back: { onHand: 1, apart: -1 },
  gone: { onHand: 0, apart: -1 },
} as const satisfies Record<ApartMove, { onHand: number; apart: number }>;

export async function moveApartStock(shop: ShopContext, request: ApartRequest): Promise<ApartResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<ApartResult> => {
    const { move, tireId, branch, count, reason, actor, allowBelowPromised } = request;
    const tire = await trx.selectFrom('tires').select('id').where('id', '=', tireId).executeTakeFirst();
    const [before] = tire ? await lockBranchStock(trx, [tireId], branch) : [];
    if (!before) return { ok: false, reason: 'unknown-tire' };
    const { onHand, apart, held, sold, free } = before;
    const available = move === 'apart' ? onHand : apart;
    if (count > available) return { ok: false, reason: 'too-few', onHand, apart, held, sold };
    if (move === 'apart' && count > free && !allowBelowPromised)
      return { ok: false, reason: 'below-promised', onHand, apart, held, sold };
    const difference = { onHand: changePerTire[move].onHand * count, apart: changePerTire[move].apart * count };
    await changeBranchStock(trx, { tireId, branch, ...difference }, { at: shop.now(), actor, reason });
    return { ok: true, onHand: onHand + difference.onHand, apart: apart + difference.apart, held, sold };
  });
}
