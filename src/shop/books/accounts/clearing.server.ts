import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import { redirectProviderIds } from '../../redirect-providers.ts';
import type { ClearingAccount, Payout } from './clearing.ts';
import { moneyMovesTable } from './money-moves.server.ts';

const payouts = sql<Payout>`(
  select id, provider, booked_on as day, book_month(booked_on, 'bank', id) as month, amount_cents::integer as cents, bank_id as "bankId"
  from bank_entries where state = 'payout')`;

/** Returns providers' accounts. `month`: its first day. Late entries of a closed month count in the next open one. */
export async function clearingOf(db: Kysely<Tables>, month: Day): Promise<ClearingAccount[]> {
  const { rows } = await sql<ClearingAccount>`
    with entries as (
      select provider, month, case direction when 'in' then cents else 0 end as paid, case direction when 'out' then cents else 0 end as refunded,
        0 as fee, 0 as payout
      from ${moneyMovesTable} m where provider = any(${[...redirectProviderIds]}) and month <= ${month}
      union all select provider, date_trunc('month', day::timestamp)::date, 0, 0, amount_cents, 0 from provider_fees
      union all select provider, month, 0, 0, 0, cents from ${payouts} p)
    select provider, coalesce(sum(paid - refunded - fee - payout) filter (where month < ${month}), 0)::integer as "openingCents",
      coalesce(sum(paid) filter (where month = ${month}), 0)::integer as "inCents",
      coalesce(sum(refunded) filter (where month = ${month}), 0)::integer as "outCents",
      coalesce(sum(fee) filter (where month = ${month}), 0)::integer as "feeCents",
      coalesce(sum(payout) filter (where month = ${month}), 0)::integer as "payoutCents",
      sum(paid - refunded - fee - payout)::integer as "closingCents"
    from entries where month <= ${month} group by provider order by provider`.execute(db);
  return rows;
}

export async function readPayouts(db: Kysely<Tables>, month: Day): Promise<Payout[]> {
  const { rows } = await sql<Payout>`select * from ${payouts} p where month = ${month} order by day, id`.execute(db);
  return rows;
}
