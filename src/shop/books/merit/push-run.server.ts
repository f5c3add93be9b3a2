import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { MeritSettings } from '../../config/book-fields.ts';
import type { MeritClient, MeritFailure, MeritOutcome } from './client.server.ts';
import type { MeritMessages } from './invoice.ts';
import type { PushProblem, PushReason, PushResult, PushStop } from './push.ts';
import { deleteSending, markUnclear, type Sending } from './sent.server.ts';

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
    const asksToWait = !outcome.ok && outcome.kind === 'unavailable' && 'retryAfterMs' in outcome;
    if (!asksToWait) return outcome;
    const ms = outcome.retryAfterMs ?? defaultPauseMs;
    if (pauses === maxPauses || ms > maxPauseMs) return outcome;
    await run.pause(ms);
  }
}

/** Calls `push` with each item until it returns a reason to stop, and returns that; null: all items are done. */
export async function pushEach<Item>(
  run: PushRun,
  items: readonly Item[],
  push: (item: Item) => Promise<PushStop | null>,
): Promise<PushStop | null> {
  for (const item of items) {
    const stop: PushStop | null = run.signal?.aborted ? { reason: 'interrupted', detail: '' } : await push(item);
    if (stop) return stop;
  }
  return null;
}

/** Returns why the push cannot go on; null: the failure concerns this call alone. */
export function stopAfter(run: PushRun, failure: MeritFailure): PushStop | null {
  if (failure.kind === 'rejected') return null;
  if (failure.kind !== 'unknown') return stopOf(failure);
  // The fault may concern this document alone: Merit answers 500 to bodies that it does not understand (FAQ, "Stacktrace").
  if (failure.cause.startsWith('http-')) return null;
  run.unanswered += 1;
  return run.unanswered < maxUnanswered ? null : { reason: 'no-answer', detail: failure.cause };
}

/** Returns why the push stops after a failed lookup in Merit. A lookup sends no data, so Merit rejects it only to deny access. */
export function stopAfterLookup(failure: MeritFailure): PushStop {
  if (failure.kind === 'rejected') return { reason: 'denied', detail: failure.code };
  if (failure.kind === 'unknown') return { reason: 'no-answer', detail: failure.cause };
  return stopOf(failure);
}

function stopOf(failure: Exclude<MeritFailure, { kind: 'rejected' | 'unknown' }>): PushStop {
  return failure.kind === 'denied'
    ? { reason: 'denied', detail: failure.message }
    : { reason: 'unavailable', detail: 'no connection, or Merit asks to wait' };
}

/** Adds a problem to the result. Returns null: the push can go on. */
export function addProblem(run: PushRun, { orderNumber, sending }: PushItem, reason: PushReason, detail = ''): null {
  const { kind, key, cents: amountCents } = sending;
  run.result.problems.push({ kind, key, orderNumber, amountCents, reason, detail });
  run.result[kind === 'document' ? 'documents' : 'payments'].problems += 1;
  return null;
}

/** Records a failed sending. Returns why the push cannot go on; null: it can. */
export async function recordFailedSending(
  run: PushRun,
  pushItem: PushItem,
  failure: MeritFailure,
): Promise<PushStop | null> {
  if (failure.kind === 'unknown') {
    await markUnclear(run.db, pushItem.sending, run.now(), failure.cause);
    addProblem(run, pushItem, 'unclear', failure.cause);
  } else {
    await deleteSending(run.db, pushItem.sending);
    if (failure.kind === 'rejected') addProblem(run, pushItem, 'rejected', failure.code);
  }
  return stopAfter(run, failure);
}
