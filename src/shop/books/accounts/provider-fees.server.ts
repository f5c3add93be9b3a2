import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOkWithRetry } from '../../../database/transaction.server.ts';
import { type Day, firstOfMonth } from '../../calendar.ts';
import type { ChangeStamp } from '../../history.server.ts';
import type { Cents } from '../../money.ts';
import type { RedirectProviderId } from '../../redirect-providers.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import type { ProviderFee } from './clearing.ts';
import { closedAt, nextMonth } from './close-month.server.ts';

/** `reference`, `day`: of the provider's invoice. `cents`: negative if the provider gives a fee back. */
export type FeeForm = { provider: RedirectProviderId; day: Day; cents: Cents; reference: string };

/** `not-yet`: the day is in the future. `closed`: its month is closed. `entered`: the same fee is entered already. */
export type FeeResult = { ok: true } | { ok: false; reason: 'not-yet' | 'closed' | 'entered' };

/** Stores a fee. To correct a wrong fee, enter the same fee with the opposite sign. */
export async function enterFee(db: Kysely<Tables>, fee: FeeForm, { at, actor }: ChangeStamp): Promise<FeeResult> {
  if (fee.day > tallinnDate(at)) return { ok: false, reason: 'not-yet' };
  return commitIfOkWithRetry(db, async (trx): Promise<FeeResult> => {
    const inserted = await trx
      .insertInto('provider_fees')
      .values({
        provider: fee.provider,
        day: fee.day,
        amount_cents: fee.cents,
        reference: fee.reference,
        entered_at: at,
        entered_by: actor,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 0n) return { ok: false, reason: 'entered' };
    // Checked after the insert, which waits for a running `closeMonth`; a refusal rolls the insert back.
    if (await closedAt(trx, firstOfMonth(fee.day))) return { ok: false, reason: 'closed' };
    return { ok: true };
  });
}

export async function readFees(db: Kysely<Tables>, month: Day): Promise<ProviderFee[]> {
  return db
    .selectFrom('provider_fees')
    .select(['id', 'provider', 'day', 'amount_cents as cents', 'reference'])
    .where('day', '>=', month)
    .where('day', '<', nextMonth(month))
    .orderBy('day')
    .orderBy('id')
    .execute();
}
