import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { type Day, firstOfMonth } from '../../calendar.ts';
import type { MoneyMove } from '../accounts/money-move.ts';
import { readMoneyMoves } from '../accounts/money-moves.server.ts';
import type { MoneyDocument } from '../documents/money-document.ts';
import { readDocuments } from '../documents/read-documents.server.ts';
import type { MeritRecord } from './client.server.ts';
import { taxIdsBy } from './invoice.ts';
import { emptyResult, type PushDifference, type PushResult } from './push.ts';
import { pushDocument } from './push-documents.server.ts';
import { pushPayment } from './push-payments.server.ts';
import { lookUp, type PushContext, type PushRun, StoppedPush } from './push-run.server.ts';
import { sentRow } from './sent.server.ts';

export type PushedBooks = { documents: readonly MoneyDocument[]; moves: readonly MoneyMove[] };

export async function booksOfMonth(db: Kysely<Tables>, month: Day): Promise<PushedBooks> {
  const rows = await db
    .selectFrom('money_documents')
    .select('number')
    .where('kind', '!=', 'receipt')
    .where(sql<boolean>`date_trunc('month', issued_on::timestamp) = ${month}::date`)
    .orderBy('id')
    .execute();
  const numbers = rows.map(({ number }) => number);
  return { documents: await readDocuments(db, numbers), moves: await readMoneyMoves(db, { month }) };
}

const lockKey = sql`hashtext('rehvipood merit')`;

/** Sends what Merit does not have yet, so it can be repeated. Reports what Merit rejects, and goes on. */
export async function pushToMerit(context: PushContext, books: PushedBooks): Promise<PushResult> {
  const run: PushRun = { ...context, result: emptyResult(), unanswered: 0 };
  // The lock lets one push run at a time: two at once could send a document twice.
  await context.db.connection().execute(async (connection) => {
    const lock = sql<{ acquired: boolean }>`select pg_try_advisory_lock(${lockKey}) as acquired`;
    const { rows } = await lock.execute(connection);
    if (!rows[0]?.acquired) {
      run.result.stopped = { reason: 'running', detail: '' };
      return;
    }
    try {
      await push(run, books);
    } catch (error) {
      if (!(error instanceof StoppedPush)) throw error;
      run.result.stopped = error.stop;
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(connection);
    }
  });
  return run.result;
}

async function push(run: PushRun, { documents, moves }: PushedBooks): Promise<void> {
  const taxIdOf = taxIdsBy(await lookUp(run, run.client.taxes), run.settings.taxes);
  const banks = await lookUp(run, run.client.banks);
  for (const document of documents) {
    stopIfInterrupted(run);
    await pushDocument(run, document, taxIdOf);
  }
  const paidDocuments = await readDocuments(
    run.db,
    moves.flatMap(({ documentNumber }) => documentNumber ?? []),
  );
  const records = await readRecords(run, [...documents, ...paidDocuments]);
  for (const document of documents) await compareWithMerit(run, document, records.get(document.number));
  const documentsByNumber = new Map(paidDocuments.map((document) => [document.number, document]));
  for (const move of moves) {
    stopIfInterrupted(run);
    await pushPayment(run, move, { banks, documents: documentsByNumber, records });
  }
}

function stopIfInterrupted({ signal }: PushRun): void {
  if (signal?.aborted) throw new StoppedPush({ reason: 'interrupted', detail: '' });
}

/** Returns Merit's records of the months of the documents, by document number; none in a dry run. */
async function readRecords(run: PushRun, documents: readonly MoneyDocument[]): Promise<Map<string, MeritRecord>> {
  const records = new Map<string, MeritRecord>();
  if (run.dryRun) return records;
  for (const month of new Set(documents.map(({ issuedOn }) => firstOfMonth(issuedOn))))
    for (const record of await lookUp(run, () => run.client.invoicesOf(month))) records.set(record.number, record);
  return records;
}

async function compareWithMerit(run: PushRun, document: MoneyDocument, record: MeritRecord | undefined): Promise<void> {
  const { kind, number, buyer, grossCents } = document;
  if (run.dryRun) return;
  const sent = await sentRow(run.db, 'document', number);
  if (sent?.state !== 'sent') return;
  // `-grossCents` would be -0 for the sum 0.
  const ourCents = kind === 'credit-note' ? 0 - grossCents : grossCents;
  const addDifference = (what: PushDifference['what']) =>
    run.result.differences.push({ number, what, ourCents, meritCents: record?.totalCents ?? null });
  if (!record) {
    addDifference('missing');
    return;
  }
  if (record.totalCents !== ourCents) addDifference('total');
  const regCode = buyer.kind === 'company' ? buyer.regCode?.trim() || null : null;
  if (record.regCode !== regCode) addDifference('customer');
}
