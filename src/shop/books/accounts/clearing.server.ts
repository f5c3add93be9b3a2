import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import { redirectProviderIds } from '../../redirect-providers.ts';
import type { ClearingAccount, Payout } from './clearing.ts';
import { moneyMovesTable } from './money-moves.server.ts';

const payouts = sql<Payout>`(
  select id, provider, booked_on as day, book_month(booked_on, 'bank', id) as month, amount_cents::integer as cents, bank_id as "bankId"
  from bank_entries where state = 'payout')`;

/** A fee counts in the month of its day, because `enterFee` refuses a day of a closed month. */
const fees = sql`(
  select provider, date_trunc('month', day::timestamp)::date as month, amount_cents as cents from provider_fees)`;

/** Returns providers' accounts. `month`: its first day. Late entries of a closed month count in the next open one. */
export async function clearingOf(db: Kysely<Tables>, month: Day): Promise<ClearingAccount[]> {
  const { rows } = await sql<ClearingAccount>`
    with entries as (
      select provider, month, direction as kind, cents, case direction when 'in' then cents else -cents end as change
      from ${moneyMovesTable} m where provider = any(${[...redirectProviderIds]}) and month <= ${month}
      union all select provider, month, 'fee' as kind, cents, -cents as change from ${fees} f
      union all select provider, month, 'payout' as kind, cents, -cents as change from ${payouts} p)
    select provider, coalesce(sum(change) filter (where month < ${month}), 0)::integer as "openingCents",
      coalesce(sum(cents) filter (where month = ${month} and kind = 'in'), 0)::integer as "inCents",
      coalesce(sum(cents) filter (where month = ${month} and kind = 'out'), 0)::integer as "outCents",
      coalesce(sum(cents) filter (where month = ${month} and kind = 'fee'), 0)::integer as "feeCents",
      coalesce(sum(cents) filter (where month = ${month} and kind = 'payout'), 0)::integer as "payoutCents",
      sum(change)::integer as "closingCents"
    from entries where month <= ${month} group by provider order by provider`.execute(db);
  return rows;
}

export async function readPayouts(db: Kysely<Tables>, month: Day): Promise<Payout[]> {
  const { rows } = await sql<Payout>`select * from ${payouts} p where month = ${month} order by day, id`.execute(db);
  return rows;
}
