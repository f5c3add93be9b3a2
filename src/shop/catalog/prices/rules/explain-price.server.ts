import type { Kysely } from 'kysely';
import type { Tables } from '../../../../database/tables.ts';
import { commitIfOk, type Trx } from '../../../../database/transaction.server.ts';
import type { Cents } from '../../../money.ts';
import { tallinnDate } from '../../../tallinn-date.ts';
import { deriveChangedTires } from '../../import/commit.server.ts';
import { setImportLimits } from '../../import/lock.server.ts';
import { type DecisionsOfTire, decisionsOf } from '../decisions.server.ts';
import { appliedRules } from './applied-rules.server.ts';
import type { TirePrice } from './price-tire.ts';
import { createChangedTiresTable } from './reprice.server.ts';

/** Why a tire has its price. `priceCents` null: it is not for sale. */
export type Explanation = {
  priceCents: Cents | null;
  /** The rules that make the prices; null: none, so the tire has the price of its lists. */
  rules: { id: number; file: string; at: Date; actor: string } | null;
  pinned: DecisionsOfTire['pinned'];
  /** When, by whom and why the tire was taken off sale by hand. */
  takenOffSale: DecisionsOfTire['takenOffSale'];
  /** Null without rules, if no list has the tire, or if it was taken off sale by hand. */
  priceByRules: TirePrice | null;
};

/** Prices a tire by the applied rules, as an import does, but stores nothing. Null: there is no such tire. */
export async function explainPrice(db: Kysely<Tables>, tireId: string, now: Date): Promise<Explanation | null> {
  const tire = await db
    .selectFrom('tires')
    .select(['price_cents', 'on_sale'])
    .where('id', '=', tireId)
    .executeTakeFirst();
  if (!tire) return null;
  const applied = await appliedRules(db);
  let priceByRules: Explanation['priceByRules'] = null;
  const priceAgain = async (trx: Trx) => {
    await setImportLimits(trx);
    await createChangedTiresTable(trx, [tireId]);
    await deriveChangedTires(trx, now, applied, {
      onPriced: (_tire, price) => {
        priceByRules = price;
      },
    });
    return { ok: true };
  };
  await commitIfOk(db, priceAgain, { dryRun: true });
  const rules = applied && { id: applied.id, file: applied.file, at: applied.at, actor: applied.actor };
  const { pinned, takenOffSale } = await decisionsOf(db, tireId, tallinnDate(now));
  return { priceCents: tire.on_sale ? tire.price_cents : null, rules, pinned, takenOffSale, priceByRules };
}
