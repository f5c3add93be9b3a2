import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { detail } from '../alerts/alert-detail.ts';
import { supplierAt } from '../catalog/stock-location.ts';
import { refusedTires } from './list-purchases.server.ts';

/** Events of a draft. `too-small`: too few of its pieces may be sent; `waits-for-click`: an employee has to send it; `waits-for-payment`: some of its orders are unpaid. */
const reasonsNotSent = ['not-sent', 'rejected', 'too-small', 'waits-for-click', 'waits-for-payment'];

export async function purchaseAlerts(db: Kysely<Tables>, now: Date) {
  const purchases = db.selectFrom('purchases').select(['number', 'supplier']).orderBy('id');
  const [unclear, unsent, unanswered, refused] = await Promise.all([
    purchases.where('state', '=', 'unclear').execute(),
    purchases
      .where('state', '=', 'draft')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('purchase_events')
            .select('id')
            .whereRef('purchase_id', '=', 'purchases.id')
            .where('type', 'in', reasonsNotSent),
        ),
      )
      .execute(),
    unansweredPurchases(db, now),
    refusedTires(db),
  ]);
  const describe = ({ number, supplier }: { number: string; supplier: string }) =>
    detail`${{ purchase: number }} ${supplier}`;
  return {
    'purchases-unclear': { count: unclear.length, details: unclear.map(describe) },
    'purchases-unsent': { count: unsent.length, details: unsent.map(describe) },
    'purchases-unanswered': { count: unanswered.length, details: unanswered.map(describe) },
    'purchases-refused': {
      count: refused.reduce((sum, { count }) => sum + count, 0),
      details: refused.map(
        ({ order, tireId, count, place }) =>
          detail`${{ order }}: ${count} × ${{ tire: tireId }} (${supplierAt(place)})`,
      ),
    },
  };
}

export async function unansweredPurchases(db: Kysely<Tables>, now: Date) {
  return db
    .selectFrom('purchases')
    .select(['number', 'supplier', 'branch'])
    .where('state', '=', 'sent')
    .where('answer_due_at', '<', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('purchase_lines').select('id').whereRef('purchase_id', '=', 'purchases.id').where('open', '>', 0),
      ),
    )
    .orderBy('id')
    .execute();
}
