import type { MoneyDocument } from '../documents/money-document.ts';
import type { MeritRecord } from './client.server.ts';
import { meritInvoice, type TaxIdOf } from './invoice.ts';
import {
  addProblem,
  callWithinRateLimit,
  countOutcome,
  type PushItem,
  type PushRun,
  recordFailedSending,
  recordSuccess,
  stopUnlessItemFailure,
} from './push-run.server.ts';
import { deleteSending, markStarted, sentRow } from './sent.server.ts';

/** Sends an invoice or credit note, unless Merit has it. Throws StoppedPush. */
export async function pushDocument(run: PushRun, document: MoneyDocument, taxIdOf: TaxIdOf): Promise<void> {
  const { db, client, messages, now } = run;
  const { number, orderNumber, grossCents } = document;
  const sending = { kind: 'document', key: number, document: number, cents: grossCents } as const;
  const pushItem: PushItem = { orderNumber, sending };
  const earlierSending = await sentRow(db, 'document', number);
  if (earlierSending?.state === 'sent') return countOutcome(run, pushItem, 'before');
  const isUnclear = earlierSending !== undefined;
  const invoice = meritInvoice(document, taxIdOf, messages);
  // `meritInvoice` refuses receipts, which the push does not select, and VAT rates without a tax in Merit.
  if (!invoice.ok) return addProblem(run, pushItem, 'tax', invoice.reason === 'tax' ? `${invoice.vatPercent} %` : '');
  const addUnclearProblem = () => addProblem(run, pushItem, 'unclear', earlierSending?.detail ?? '');
  if (run.dryRun) return isUnclear ? addUnclearProblem() : countOutcome(run, pushItem, 'sent');
  if (isUnclear) {
    const lookup = await callWithinRateLimit(run, () => client.findInvoice(number));
    if (!lookup.ok) {
      addUnclearProblem();
      return stopUnlessItemFailure(run, lookup);
    }
    if (lookup.value) return recordFound(run, pushItem, document, lookup.value);
  }
  await markStarted(db, sending, now());
  const response = await callWithinRateLimit(run, () => client.sendInvoice(invoice.value));
  if (response.ok) {
    run.unanswered = 0;
    return recordSuccess(run, pushItem, 'sent', response.value);
  }
  if (response.kind !== 'rejected') return recordFailedSending(run, pushItem, response);
  // Merit rejects a number that it already has, as can happen after the shop was restored from a backup.
  const lookup = await callWithinRateLimit(run, () => client.findInvoice(number));
  if (lookup.ok && lookup.value) return recordFound(run, pushItem, document, lookup.value);
  await recordFailedSending(run, pushItem, response);
  if (!lookup.ok) stopUnlessItemFailure(run, lookup);
}

/** Records that Merit has the document. If Merit's total differs by more than rounding, another document has the number: reports that instead. */
async function recordFound(
  run: PushRun,
  pushItem: PushItem,
  document: MoneyDocument,
  record: MeritRecord,
): Promise<void> {
  const differenceCents = Math.abs(Math.abs(record.totalCents) - document.grossCents);
  // Merit's rounding of VAT may differ by a cent in each row.
  if (differenceCents > document.lines.length) {
    await deleteSending(run.db, pushItem.sending);
    return addProblem(run, pushItem, 'number-taken', `${record.totalCents / 100} € in Merit`);
  }
  await recordSuccess(run, pushItem, 'found', record.id);
}
