import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { MeritSettings } from '../../config/book-fields.ts';
import type { MeritClient, MeritFailure, MeritOutcome } from './client.server.ts';
import type { MeritMessages } from './invoice.ts';
import type { PushCounts, PushProblem, PushReason, PushResult, PushStop } from './push.ts';
import { deleteSending, markSent, markUnclear, type Sending } from './sent.server.ts';

export type PushContext = {
  db: Kysely<Tables>;
  client: MeritClient;
  settings: MeritSettings;
  messages: MeritMessages;
  now: () => Date;
  /** Sleeps, because Merit allows 100 requests a minute. */
  pause: (ms: number) => Promise<void>;
  dryRun: boolean;
  /** Ends the push before the next document or payment. */
  signal?: AbortSignal | undefined;
};

/** `unanswered`: number of consecutive requests without a response. */
export type PushRun = PushContext & { result: PushResult; unanswered: number };

export type PushItem = Pick<PushProblem, 'orderNumber'> & { sending: Sending };

const maxPauses = 3;
const defaultPauseMs = 60_000;
/** If Merit asks to wait longer, the push stops. */
const maxPauseMs = 5 * 60_000;
const maxUnanswered = 3;

export async function callWithinRateLimit<T>(
  run: PushRun,
  call: () => Promise<MeritOutcome<T>>,
): Promise<MeritOutcome<T>> {
  for (let pauses = 0; ; pauses += 1) {
    const outcome = await call();
    // If Merit asks to wait, the outcome has `retryAfterMs`; undefined: Merit names no time.
    const asksToWait = !outcome.ok && outcome.kind === 'unavailable' && 'retryAfterMs' in outcome;
    if (!asksToWait) return outcome;
    const ms = outcome.retryAfterMs ?? defaultPauseMs;
    if (pauses === maxPauses || ms > maxPauseMs) return outcome;
    await run.pause(ms);
  }
}

/** Thrown to end a push early; `pushToMerit` catches it. */
export class StoppedPush extends Error {
  readonly stop: PushStop;

  constructor(stop: PushStop) {
    super(stop.reason);
    this.stop = stop;
  }
}

/** Looks up something that the push needs. Throws StoppedPush if that fails. */
export async function lookUp<T>(run: PushRun, call: () => Promise<MeritOutcome<T>>): Promise<T> {
  const outcome = await callWithinRateLimit(run, call);
  if (!outcome.ok) throw new StoppedPush(stopOf(outcome));
  return outcome.value;
}

function stopOf(failure: MeritFailure): PushStop {
  switch (failure.kind) {
    case 'unavailable':
      return { reason: 'unavailable', detail: 'no connection, or Merit asks to wait' };
    case 'unknown':
      return { reason: 'no-answer', detail: failure.cause };
    case 'denied':
      return { reason: 'denied', detail: failure.message };
    // A lookup sends no data that could be wrong, so Merit rejects it only to deny access.
    case 'rejected':
      return { reason: 'denied', detail: failure.code };
  }
}

/** Throws StoppedPush, unless the failure may concern this document or payment alone. */
export function stopUnlessItemFailure(run: PushRun, failure: MeritFailure): void {
  if (failure.kind === 'rejected') return;
  if (failure.kind === 'unknown') {
    // Merit answers 500 to bodies that it does not understand (FAQ, "Stacktrace").
    if (failure.cause.startsWith('http-')) return;
    run.unanswered += 1;
    if (run.unanswered < maxUnanswered) return;
  }
  throw new StoppedPush(stopOf(failure));
}

export function countOutcome({ result }: PushRun, { sending }: PushItem, outcome: keyof PushCounts): void {
  result[sending.kind === 'document' ? 'documents' : 'payments'][outcome] += 1;
}

export function addProblem(run: PushRun, pushItem: PushItem, reason: PushReason, detail = ''): void {
  const { kind, key, cents: amountCents } = pushItem.sending;
  const { orderNumber } = pushItem;
  run.result.problems.push({ kind, key, orderNumber, amountCents, reason, detail });
  countOutcome(run, pushItem, 'problems');
}

export async function recordSuccess(
  run: PushRun,
  pushItem: PushItem,
  outcome: 'sent' | 'found',
  meritId: string | null = null,
): Promise<void> {
  await markSent(run.db, pushItem.sending, run.now(), meritId);
  countOutcome(run, pushItem, outcome);
}

/** Records a failed sending. Throws StoppedPush if the push cannot go on. */
export async function recordFailedSending(run: PushRun, pushItem: PushItem, failure: MeritFailure): Promise<void> {
  if (failure.kind === 'unknown') {
    await markUnclear(run.db, pushItem.sending, run.now(), failure.cause);
    addProblem(run, pushItem, 'unclear', failure.cause);
  } else {
    await deleteSending(run.db, pushItem.sending);
    if (failure.kind === 'rejected') addProblem(run, pushItem, 'rejected', failure.code);
  }
  stopUnlessItemFailure(run, failure);
}
