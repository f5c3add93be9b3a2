import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import type { MoneyMove } from '../accounts/money-move.ts';
import { readMoneyMoves } from '../accounts/money-moves.server.ts';
import type { MoneyDocument } from '../documents/money-document.ts';
import { readDocument } from '../documents/read-documents.server.ts';
import type { MeritRecord } from './client.server.ts';
import { taxIdsBy } from './invoice.ts';
import { emptyResult, type PushDifference, type PushResult, type PushStop } from './push.ts';
import { pushDocuments } from './push-documents.server.ts';
import { pushPayments } from './push-payments.server.ts';
import { callWithinRateLimit, type PushContext, type PushRun, stopAfterLookup } from './push-run.server.ts';
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
  const documents = await readDocuments(
    db,
    rows.map(({ number }) => number),
  );
  return { documents: [...documents.values()], moves: await readMoneyMoves(db, { month }) };
}

const lockKey = sql`hashtext('rehvipood merit')`;

/** Sends documents and payments that Merit does not have yet, so a push can be repeated. Reports those that Merit rejects, and sends the others. */
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
      run.result.stopped = await push(run, books);
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(connection);
    }
  });
  return run.result;
}

async function push(run: PushRun, { documents, moves }: PushedBooks): Promise<PushStop | null> {
  const taxes = await callWithinRateLimit(run, run.client.taxes);
  if (!taxes.ok) return stopAfterLookup(taxes);
  const banks = await callWithinRateLimit(run, run.client.banks);
  if (!banks.ok) return stopAfterLookup(banks);
  const stop = await pushDocuments(run, documents, taxIdsBy(taxes.value, run.settings.taxes));
  if (stop) return stop;
  const paidDocuments = await readDocuments(
    run.db,
    moves.flatMap(({ documentNumber }) => documentNumber ?? []),
  );
  const records = await recordsOf(run, [...documents, ...paidDocuments.values()]);
  if (!records.ok) return records.stop;
  for (const document of documents) await compareWithMerit(run, document, records.value.get(document.number));
  return pushPayments(run, moves, { banks: banks.value, documents: paidDocuments, records: records.value });
}

async function readDocuments(db: Kysely<Tables>, numbers: readonly string[]): Promise<Map<string, MoneyDocument>> {
  const documents = new Map<string, MoneyDocument>();
  for (const number of new Set(numbers)) {
    const document = await readDocument(db, number);
    if (document) documents.set(number, document);
  }
  return documents;
}

async function recordsOf(
  run: PushRun,
  documents: readonly MoneyDocument[],
): Promise<{ ok: true; value: Map<string, MeritRecord> } | { ok: false; stop: PushStop }> {
  const records = new Map<string, MeritRecord>();
  if (run.dryRun) return { ok: true, value: records };
  for (const month of new Set(documents.map(({ issuedOn }) => `${issuedOn.slice(0, 7)}-01`))) {
    const outcome = await callWithinRateLimit(run, () => run.client.invoicesOf(month));
    if (!outcome.ok) return { ok: false, stop: stopAfterLookup(outcome) };
    for (const record of outcome.value) records.set(record.number, record);
  }
  return { ok: true, value: records };
}

async function compareWithMerit(run: PushRun, document: MoneyDocument, record: MeritRecord | undefined): Promise<void> {
  const { kind, number, buyer, grossCents } = document;
  if (run.dryRun || (await sentRow(run.db, 'document', number))?.state !== 'sent') return;
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
