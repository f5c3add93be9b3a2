import type { Updateable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { inTransaction, type Trx } from '../../database/transaction.server.ts';
import { issueDueDocuments } from '../books/documents/issue-due-documents.server.ts';
import { type Day, startOfDay } from '../calendar.ts';
import { bookReceived } from '../checkout/desk/desk.server.ts';
import type { ShopContext } from '../checkout/shop-context.server.ts';
import type { ChangeStamp } from '../history.server.ts';
import type { Cents } from '../money.ts';
import { lockOrder } from '../order/change-order.server.ts';
import { enqueueMail } from '../order/order-mails.server.ts';
import type { EntryOutcome, ImportSummary } from './bank-view.ts';
import { countStored, findTransfer, lockMatchCandidates, reverseEntry } from './known-entries.server.ts';
import { isOwnAccount, type MatchDecision, matchEntry } from './match-entry.ts';
import { readStatement } from './read-statement.server.ts';
import { type StatementEntry, type StatementRefusal, statedReference } from './statement.ts';

/** `other-account`: the statement does not cover the account `bank.iban` of shop.config.ts. */
export type ImportResult =
  | { ok: true; summary: ImportSummary }
  | { ok: false; reason: StatementRefusal['reason'] | 'other-account'; detail?: string };

/** Imports each entry in its own transaction and only once, so imports can be repeated and overlap. */
export async function importStatement(shop: ShopContext, bytes: Uint8Array, actor: string): Promise<ImportResult> {
  const statement = readStatement(bytes);
  if (!statement.ok) return statement;
  const { bank } = shop.shopConfig;
  if (!statement.accounts.some((account) => isOwnAccount(account, bank))) return { ok: false, reason: 'other-account' };
  const summary: ImportSummary = { outcomes: {}, bookedCents: 0 };
  for (const entry of statement.entries) {
    const outcome = await importEntry(shop, entry, actor);
    summary.outcomes[outcome] = (summary.outcomes[outcome] ?? 0) + 1;
    if (isBooking(outcome)) summary.bookedCents += entry.amountCents;
  }
  return { ok: true, summary };
}

function isBooking(outcome: EntryOutcome): boolean {
  return outcome === 'book' || outcome === 'flagged' || outcome === 'part' || outcome === 'over';
}

export async function importEntry(shop: ShopContext, entry: StatementEntry, actor: string): Promise<EntryOutcome> {
  return inTransaction(shop.db, async (trx): Promise<EntryOutcome> => {
    const decision = matchEntry(entry, await lockMatchCandidates(trx, entry), shop.shopConfig.bank);
    // An entry to skip is not stored: a pending one often comes again with another id when the bank books it.
    if (decision.kind === 'skip') return decision.reason;
    const stored = await storeOnce(trx, entry, { at: shop.now(), actor });
    if (stored === null) return 'seen';
    const { id, bankId } = stored;
    const bookedByHand = entry.direction === 'credit' ? await findTransfer(trx, bankId) : undefined;
    if (bookedByHand) return linkToBooked(trx, id, entry, bookedByHand);
    await applyDecision(trx, shop, id, { ...entry, bankId }, decision, { at: shop.now(), actor });
    return decision.kind;
  });
}

/** Appends `#2` or more to a bank's id that is taken by another entry. Null: the entry is stored already. */
async function storeOnce(
  trx: Trx,
  entry: StatementEntry,
  change: ChangeStamp,
): Promise<{ id: number; bankId: string } | null> {
  for (let attempt = 1; ; attempt += 1) {
    // The statement has `earlierRepeats` equal entries before this one. If more equal ones are stored, this one is among them.
    const isStored = (await countStored(trx, entry)) > entry.earlierRepeats;
    if (isStored) return null;
    const bankId = attempt === 1 ? entry.bankId : `${entry.bankId}#${attempt}`;
    // Waits if another import is storing an entry with this id. Null: the id is taken; the next attempt counts that entry, too.
    const id = await insertEntry(trx, { ...entry, bankId }, change);
    if (id !== null) return { id, bankId };
  }
}

async function insertEntry(trx: Trx, entry: StatementEntry, { at, actor }: ChangeStamp): Promise<number | null> {
  const inserted = await trx
    .insertInto('bank_entries')
    .values({
      key: `${entry.account} ${entry.direction} ${entry.bankId}`,
      bank_id: entry.bankId,
      refs: entry.transactionIds,
      account: entry.account,
      booked_on: entry.bookedOn,
      direction: entry.direction,
      is_reversal: entry.isReversal,
      amount_cents: entry.amountCents,
      currency: entry.currency,
      payer_name: entry.payerName,
      payer_iban: entry.payerIban,
      reference: statedReference(entry),
      remittance: entry.text,
      // A placeholder: the caller sets the true state in the same transaction.
      state: 'unassigned',
      unassigned_because: 'no-reference',
      imported_at: at,
      imported_by: actor,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

type LedgerRow = { id: number; order_id: number; amount_cents: Cents };

async function linkToBooked(
  trx: Trx,
  id: number,
  entry: StatementEntry,
  booked: LedgerRow,
): Promise<'recorded' | 'unassigned'> {
  if (entry.currency !== 'EUR' || booked.amount_cents !== entry.amountCents) {
    await updateEntry(trx, id, { unassigned_because: 'booked-otherwise' });
    return 'unassigned';
  }
  const { order_id, id: ledger_id } = booked;
  await updateEntry(trx, id, { state: 'booked', unassigned_because: null, order_id, ledger_id });
  return 'recorded';
}

async function applyDecision(
  trx: Trx,
  shop: ShopContext,
  id: number,
  entry: StatementEntry,
  decision: Exclude<MatchDecision, { kind: 'skip' }>,
  change: ChangeStamp,
): Promise<void> {
  switch (decision.kind) {
    case 'unassigned':
      return updateEntry(trx, id, { unassigned_because: decision.reason });
    case 'payout':
      return updateEntry(trx, id, { state: 'payout', unassigned_because: null, provider: decision.provider });
    case 'reverse': {
      const reverses_id = decision.entryId;
      const order_id = await reverseEntry(trx, reverses_id, change);
      return updateEntry(trx, id, { state: 'reversal', unassigned_because: null, reverses_id, order_id });
    }
    default: {
      const state = decision.kind === 'book' ? 'booked' : decision.kind;
      await bookEntry(trx, shop, { id, ...entry, orderId: decision.orderId, state }, change);
    }
  }
}

type Booking = {
  id: number;
  bankId: string;
  bookedOn: Day;
  amountCents: Cents;
  orderId: number;
  state: 'booked' | 'flagged' | 'part' | 'over';
};

/** The caller must lock the order before it decides on `state`. A part payment mails the buyer the balance due. */
export async function bookEntry(trx: Trx, shop: ShopContext, booking: Booking, change: ChangeStamp): Promise<void> {
  const { id, bankId, bookedOn, amountCents, orderId, state } = booking;
  const order = await lockOrder(trx, orderId);
  const booked = await bookReceived(trx, shop, order, { reference: bankId, amountCents, evenIfPaid: true }, change);
  if (!booked.ok) throw new Error(`bank entry ${id} cannot be booked: ${booked.reason}`);
  const ledgerEntry = await findTransfer(trx, bankId);
  if (!ledgerEntry) throw new Error(`bank entry ${id} was booked without an entry in the ledger`);
  const ledger_id = ledgerEntry.id;
  await updateEntry(trx, id, { state, unassigned_because: null, order_id: orderId, ledger_id });
  if (state === 'part' && order.email !== '')
    await enqueueMail(trx, shop.enqueue, { orderId, kind: 'part-paid', at: change.at, eventKey: String(ledger_id) });
  // The day of supply is that of the transfer, not that of the import of its statement (KMS § 11).
  await issueDueDocuments(trx, shop, order, change, startOfDay(bookedOn));
}

async function updateEntry(trx: Trx, id: number, changes: Updateable<Tables['bank_entries']>): Promise<void> {
  await trx.updateTable('bank_entries').set(changes).where('id', '=', id).execute();
}
