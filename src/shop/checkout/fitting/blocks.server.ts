import type { Selectable } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { commitIfOkWithRetry, inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { addDays } from '../../calendar.ts';
import { type Booking, openBookingStates } from '../../fitting/bookings/bookings.server.ts';
import { stepMs } from '../../fitting/free-starts.ts';
import { fittingOf } from '../../fitting/work.ts';
import { isStorable } from '../../plain-text.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import type { FieldError } from '../place/order-form.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { recordFreedTime } from './waiting-list.server.ts';

export type BlockRow = Selectable<Tables['fitting_blocks']>;

/** A time that nobody can book or, if `isExtraHours`, hours in which buyers can book although the branch is closed. `bay` null: every bay. */
export type BlockForm = {
  branch: string;
  bay: number | null;
  from: Date;
  to: Date;
  isExtraHours: boolean;
  reason: string;
};

/** `bookings`: the bookings within the blocked time, which an employee must move. */
export type BlockResult =
  | { ok: true; id: number; bookings: Booking[] }
  | { ok: false; reason: 'validation'; errors: FieldError[] };

type BlockShop = Pick<ShopContext, 'db' | 'shopConfig' | 'now'>;

export async function blockTime(shop: BlockShop, form: BlockForm, actor: string): Promise<BlockResult> {
  const now = shop.now();
  const errors = blockErrors(shop, form, now);
  if (errors.length > 0) return { ok: false, reason: 'validation', errors };
  const { branch, bay, from: starts_at, to: ends_at, isExtraHours, reason } = form;
  return commitIfOkWithRetry(shop.db, async (trx) => {
    const { id } = await trx
      .insertInto('fitting_blocks')
      .values({
        branch,
        bay,
        starts_at,
        ends_at,
        opens: isExtraHours,
        reason: reason.trim(),
        made_by: actor,
        made_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (isExtraHours) await recordFreedTime(trx, { branch, bay, starts_at, ends_at });
    return { ok: true, id, bookings: isExtraHours ? [] : await findBookingsIn(trx, form, now) };
  });
}

const maxReasonLength = 200;
const maxDaysAhead = 62;

function blockErrors({ shopConfig }: BlockShop, form: BlockForm, now: Date): FieldError[] {
  const errors: FieldError[] = [];
  const fitting = fittingOf(shopConfig, form.branch);
  if (!fitting) errors.push({ path: 'branch', code: 'unknown' });
  if (form.bay !== null && !fitting?.bays.some(({ id }) => id === form.bay))
    errors.push({ path: 'bay', code: 'unknown' });
  const [firstDay, lastDay] = [tallinnDate(form.from), tallinnDate(form.to)];
  // Extra hours over several days would include the nights.
  const lastAllowedDay = form.isExtraHours ? firstDay : addDays(tallinnDate(now), maxDaysAhead);
  const isOnQuarterHours = form.from.getTime() % stepMs === 0 && form.to.getTime() % stepMs === 0;
  const isEmptyOrOver = form.to <= form.from || form.to <= now;
  if (!isOnQuarterHours || isEmptyOrOver || lastDay > lastAllowedDay) errors.push({ path: 'to', code: 'invalid' });
  if (form.reason.length > maxReasonLength) errors.push({ path: 'reason', code: 'maxLength' });
  else if (!isStorable(form.reason)) errors.push({ path: 'reason', code: 'invalid' });
  return errors;
}

async function findBookingsIn(trx: Trx, { branch, bay, from, to }: BlockForm, now: Date): Promise<Booking[]> {
  return trx
    .selectFrom('fitting_bookings')
    .selectAll()
    .where('branch', '=', branch)
    .where('state', 'in', openBookingStates)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .where('ends_at', '>', now)
    .$if(bay !== null, (query) => query.where('bay', '=', bay))
    .orderBy('starts_at')
    .execute();
}

/** Removes a block. Bookings in removed extra hours stay; a time that was blocked is offered to buyers on the waiting list. */
export async function unblockTime(
  { db }: Pick<ShopContext, 'db'>,
  id: number,
): Promise<{ ok: true; block: BlockRow } | { ok: false; reason: 'unknown-block' }> {
  return inTransaction(db, async (trx) => {
    const block = await trx.deleteFrom('fitting_blocks').where('id', '=', id).returningAll().executeTakeFirst();
    if (!block) return { ok: false, reason: 'unknown-block' };
    const { branch, bay, starts_at, ends_at, opens } = block;
    if (!opens) await recordFreedTime(trx, { branch, bay, starts_at, ends_at });
    return { ok: true, block };
  });
}
