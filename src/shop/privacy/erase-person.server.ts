import { rm } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { commitIfOkWithRetry, type Trx } from '../../database/transaction.server.ts';
import type { Day } from '../calendar.ts';
import type { ChangeStamp } from '../history.server.ts';
import { type ErasedAppointment, eraseAppointments } from './appointments.server.ts';
import { type ErasedPart, eraseOrders } from './erase-orders.server.ts';
import { withdrawalIsOpen } from './forget-rows.server.ts';
import { lastDayOfFinancialYears } from './kept-until.ts';
import { mailFilesOf, noticeMailsOf } from './mail-files.server.ts';
import { type ErasureBlocker, type RetentionStatus, retentionStatusesOf } from './order-retention.server.ts';
import { type PersonSearch, recordIdsOf } from './person.server.ts';
import { retention } from './retention.ts';

export type ErasedOrder = {
  number: string;
  /** `contact`: name, company and payers are kept until `nameKeptUntil`, which is null otherwise. `none`: nothing is erased, because of the matters in `open`. */
  erased: ErasedPart | 'none';
  open: ErasureBlocker[];
  nameKeptUntil: Day | null;
};

export type Erasure = {
  orders: ErasedOrder[];
  withdrawals: { id: string; erased: boolean }[];
  appointments: ErasedAppointment[];
  /** Number of back-in-stock requests of which a record or a mail file was deleted. */
  notices: number;
};

/** Erases what no law requires to be kept (GDPR, Article 17), also mail files; not the records of open matters. */
export async function erasePerson(
  db: Kysely<Tables>,
  person: PersonSearch,
  change: ChangeStamp,
  { dryRun, mailFolder }: { dryRun: boolean; mailFolder: string },
): Promise<Erasure> {
  const noticeMails = await noticeMailsOf(mailFolder, person);
  const mailedNotices = noticeMails.map(({ noticeId }) => noticeId);
  const { erasure } = await commitIfOkWithRetry(db, async (trx) => ({
    ok: !dryRun,
    erasure: await eraseRecords(trx, person, mailedNotices, change),
  }));
  if (dryRun) return erasure;
  const numbers = erasure.orders.filter(({ erased }) => erased !== 'none').map((order) => order.number);
  const files = [...(await mailFilesOf(mailFolder, numbers)), ...noticeMails.map(({ file }) => file)];
  for (const file of files) await rm(file, { force: true });
  return erasure;
}

async function eraseRecords(
  trx: Trx,
  person: PersonSearch,
  mailedNotices: readonly string[],
  change: ChangeStamp,
): Promise<Erasure> {
  const records = await recordIdsOf(trx, person);
  await trx
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`id = any(${records.orders})`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const statuses = await retentionStatusesOf(trx, records.orders, change.at);
  const plans = statuses.map((status) => ({ status, erasure: planErasure(status) }));
  const openOrders = plans.filter(({ erasure }) => erasure.erased === 'none').map(({ status }) => status.id);
  const withdrawals = await eraseWithdrawals(trx, records.withdrawals, openOrders);
  for (const part of ['contact', 'all'] as const) {
    const plansToErase = plans.filter(({ erasure, status }) => erasure.erased === part && !isErased(status, part));
    const ids = plansToErase.map(({ status }) => status.id);
    await eraseOrders(trx, ids, part, change);
  }
  const appointments = await eraseAppointments(trx, records.appointments, change.at);
  await trx.deleteFrom('stock_notices').where(sql<boolean>`id = any(${records.notices}::uuid[])`).execute();
  const notices = new Set([...records.notices, ...mailedNotices]).size;
  return { orders: plans.map(({ erasure }) => erasure), withdrawals, appointments, notices };
}

function planErasure(status: RetentionStatus): ErasedOrder {
  const { number, erasureBlockers: open } = status;
  if (open.length > 0) return { number, erased: 'none', open, nameKeptUntil: null };
  // An order whose name is erased already is reported as `all`.
  const keepsName = status.hasAccountingRecords && !status.isNameErased;
  if (!keepsName) return { number, erased: 'all', open, nameKeptUntil: null };
  const nameKeptUntil = lastDayOfFinancialYears(status.lastActivityAt, retention.accountingYears);
  return { number, erased: 'contact', open, nameKeptUntil };
}

function isErased({ isContactErased, isNameErased }: RetentionStatus, part: ErasedPart): boolean {
  return part === 'contact' ? isContactErased : isNameErased;
}

async function eraseWithdrawals(trx: Trx, ids: readonly string[], openOrders: readonly number[]) {
  if (ids.length === 0) return [];
  const openWithdrawals = await trx
    .selectFrom('withdrawals')
    .select('id')
    .where('id', 'in', ids)
    .where(sql<boolean>`(${withdrawalIsOpen} or order_id = any(${openOrders}))`)
    .execute();
  const erased = ids.filter((id) => !openWithdrawals.some((row) => row.id === id));
  if (erased.length > 0) await trx.deleteFrom('withdrawals').where('id', 'in', erased).execute();
  return ids.map((id) => ({ id, erased: erased.includes(id) }));
}
