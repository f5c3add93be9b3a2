import { setTimeout as wait } from 'node:timers/promises';
import { type Spread, spread } from '../results/percentile.ts';
import { type Connection, openConnection, type RawAnswer } from './connection.ts';
import { type Kind, requestOf, type Wanted } from './requests.ts';

/**
 * A stream of requests: `perSecond` of them, however slow the answers are; or `atOnce` clients that each ask again when they
 * are answered.
 */
export type Stream = { kind: Kind /** Each with a connection of its own. */; fresh?: boolean } & (
  | { perSecond: number /** Requests in all; without: for as long as the job takes. */; most?: number }
  | { atOnce: number }
);

/** `proxied`: the shop sees each visitor by `X-Forwarded-For`. */
export type OfferJob = {
  address: string;
  streams: readonly Stream[];
  seconds: number;
  tires: Wanted[];
  proxied?: boolean;
};

/** `ms`: from the moment at which it was due, by status. */
export type Offered = {
  kind: Kind;
  offered: number;
  answered: Record<string, { count: number; ms: Spread }>;
  /** Connections that ended without an answer, and 503 without `Retry-After`. */
  failed: number;
  orders: string[];
};

/** So many visitors ask, each from an address of its own: Linux gives all of 127.0.0.0/8 to the machine. */
const visitors = 40;

/** Seconds after which whoever still waits has no answer. */
const graceSeconds = 10;

/** Asks all of this at once, and waits for the answers. */
export async function offer(job: OfferJob): Promise<Offered[]> {
  const began = performance.now();
  return Promise.all(job.streams.map((stream) => offerStream(job, stream, began)));
}

async function offerStream(job: OfferJob, stream: Stream, began: number): Promise<Offered> {
  const { tires, proxied = false } = job;
  const at = new URL(job.address);
  const forMs = job.seconds * 1000;
  const { kind } = stream;
  const times = new Map<number, number[]>();
  const idle: Connection[] = [];
  const open = new Set<Promise<void>>();
  const result: Offered = { kind, offered: 0, answered: {}, failed: 0, orders: [] };

  async function askOnce(due: number): Promise<void> {
    const turn = result.offered;
    result.offered += 1;
    const visitor = 1 + (turn % visitors);
    const request = requestOf(kind, turn, tires, proxied ? `X-Forwarded-For: 198.51.100.${visitor}\r\n` : '');
    const from = `127.0.1.${visitor}`;
    let kept = idle.pop();
    while (kept?.ended) kept = idle.pop();
    const connection = kept ?? openConnection(at, from);
    try {
      // The server may end a connection in the moment in which it is used again; then browsers ask once more, too.
      const asked = connection.ask(request).then((answer) => ({ answer, by: connection }));
      const { answer, by } = await (kept ? asked.catch(() => askAnew(request, from)) : asked);
      note(answer, performance.now() - due);
      if (stream.fresh) by.end();
      else idle.push(by);
    } catch {
      result.failed += 1;
    }
  }

  async function askAnew(request: string, from: string) {
    const by = openConnection(at, from);
    return { answer: await by.ask(request), by };
  }

  function note({ status, retryAfter, body }: RawAnswer, ms: number): void {
    const known = times.get(status);
    if (known) known.push(ms);
    else times.set(status, [ms]);
    if (status === 503 && retryAfter === undefined) result.failed += 1;
    if (status === 201) result.orders.push(JSON.parse(body.toString()).order.number);
  }

  if ('atOnce' in stream) {
    const client = async () => {
      while (performance.now() - began < forMs) await askOnce(performance.now());
    };
    for (let n = 0; n < stream.atOnce; n += 1) open.add(client());
    await Promise.all(open);
  } else {
    const gap = 1000 / stream.perSecond;
    const { most = Number.POSITIVE_INFINITY } = stream;
    for (let due = began; due < began + forMs && result.offered < most; due += gap) {
      if (due > performance.now()) await wait(Math.max(1, due - performance.now()));
      const asked: Promise<void> = askOnce(due).finally(() => open.delete(asked));
      open.add(asked);
    }
    await Promise.race([Promise.all(open), wait(graceSeconds * 1000)]);
    result.failed += open.size;
  }
  for (const connection of idle) connection.end();
  for (const [status, all] of times) result.answered[status] = { count: all.length, ms: spread(all) };
  return result;
}
