import type { MoneyMove } from '../accounts/money-move.ts';
import type { MoneyDocument } from '../documents/money-document.ts';
import type { MeritBank, MeritRecord } from './client.server.ts';
import { meritCustomer } from './invoice.ts';
import { meritPayment, meritPaymentMethodOf, paymentPushStep } from './payment.ts';
import {
  addProblem,
  callWithinRateLimit,
  countOutcome,
  type PushItem,
  type PushRun,
  recordFailedSending,
  recordSuccess,
} from './push-run.server.ts';
import { markStarted, sentPaymentsOf, sentRow } from './sent.server.ts';

/** `documents`: those that the payments pay. `records`: Merit's records of them. Both by document number. */
export type PaymentLookup = {
  banks: readonly MeritBank[];
  documents: ReadonlyMap<string, MoneyDocument>;
  records: Map<string, MeritRecord>;
};

/** Sends a payment, unless Merit has it. Throws StoppedPush. */
export async function pushPayment(run: PushRun, move: MoneyMove, lookup: PaymentLookup): Promise<void> {
  const { db, client, settings, messages, now } = run;
  const { id, cents, orderNumber, documentNumber } = move;
  const number = documentNumber ?? '';
  const sending = { kind: 'payment', key: id, document: number, cents } as const;
  const pushItem: PushItem = { orderNumber, sending };
  if ((await sentRow(db, 'payment', id))?.state === 'sent') return countOutcome(run, pushItem, 'before');
  const document = lookup.documents.get(number);
  if (!document) return addProblem(run, pushItem, 'no-document');
  const method = meritPaymentMethodOf(move, settings.accounts);
  const banks = lookup.banks.filter(({ name }) => name === method);
  const [bank] = banks;
  if (!bank || banks.length > 1) return addProblem(run, pushItem, 'no-account', method ?? '');
  if (run.dryRun) return countOutcome(run, pushItem, 'sent');
  const record = lookup.records.get(number);
  const isDocumentSent = (await sentRow(db, 'document', number))?.state === 'sent';
  if (!record || !isDocumentSent) return addProblem(run, pushItem, 'not-in-merit', number);
  const { sentCents, isOtherUnclear } = await sentPaymentsOf(db, number, id);
  if (isOtherUnclear) return addProblem(run, pushItem, 'waits', number);
  const meritCents = Math.abs(record.paidCents);
  const step = paymentPushStep(cents, { meritCents, sentCents, totalCents: document.grossCents });
  if (step === 'found') return recordSuccess(run, pushItem, 'found');
  if (step !== 'send') return addProblem(run, pushItem, step, number);
  await markStarted(db, sending, now());
  const customer = meritCustomer(document.buyer, messages).Name;
  const payment = meritPayment(move, { bankId: bank.id, customer, number });
  const response = await callWithinRateLimit(run, () => client.sendPayment(payment));
  if (!response.ok) return recordFailedSending(run, pushItem, response);
  run.unanswered = 0;
  await recordSuccess(run, pushItem, 'sent');
  lookup.records.set(number, { ...record, paidCents: meritCents + cents });
}
