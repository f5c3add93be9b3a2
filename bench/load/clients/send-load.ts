import { setTimeout as wait } from 'node:timers/promises';
import { runJobOfParent } from '../../own-process.ts';
import { type Spread, spread } from '../../results/statistics.ts';
import { type Connection, openConnection, type RawAnswer } from './connection.ts';
import { type Kind, type OrderedTire, requestOf } from './requests.ts';

/**
 * Open loop: `perSecond` requests at a fixed rate, `maxRequests` in all. Closed loop: each of `atOnce` clients sends the
 * next request after its answer. `newConnection`: opens a new connection for each request.
 */
export type Stream = { kind: Kind; newConnection?: boolean } & (
  | { perSecond: number; maxRequests?: number }
  | { atOnce: number }
);

export type LoadJob = {
  address: string;
  streams: readonly Stream[];
  seconds: number;
  tires: OrderedTire[];
  /** The shop identifies visitors by `X-Forwarded-For`. */
  proxied?: boolean;
};

export type StreamResult = {
  kind: Kind;
  /** The number of requests. */
  offered: number;
  /** Counts of answers by status, and the times from the due time of a request to its answer. */
  answered: Record<string, { count: number; ms: Spread }>;
  /** Connections that ended without an answer, and 503 without `Retry-After`. */
  failed: number;
  /** Numbers of the placed orders. */
  orders: string[];
};

/** Number of visitors. Each has its own address, because on Linux all of 127.0.0.0/8 is local. */
const visitors = 40;

/** Seconds after the end until which a request may be answered. */
const graceSeconds = 10;

/** Sends all streams concurrently and waits for the answers. */
export async function sendLoad(job: LoadJob): Promise<StreamResult[]> {
  const began = performance.now();
  return Promise.all(job.streams.map((stream) => sendStream(job, stream, began)));
}

async function sendStream(job: LoadJob, stream: Stream, began: number): Promise<StreamResult> {
  const { tires, proxied = false } = job;
  const shopUrl = new URL(job.address);
  const durationMs = job.seconds * 1000;
  const { kind } = stream;
  const times = new Map<number, number[]>();
  const idle: Connection[] = [];
  const open = new Set<Promise<void>>();
  const result: StreamResult = { kind, offered: 0, answered: {}, failed: 0, orders: [] };

  async function sendOne(due: number): Promise<void> {
    const turn = result.offered;
    result.offered += 1;
    const visitor = 1 + (turn % visitors);
    const request = requestOf(kind, turn, tires, proxied ? `X-Forwarded-For: 198.51.100.${visitor}\r\n` : '');
    const from = `127.0.1.${visitor}`;
    let reused = idle.pop();
    while (reused?.ended) reused = idle.pop();
    const connection = reused ?? openConnection(shopUrl, from);
    try {
      // The server may close an idle connection while it is being reused; browsers retry then, too.
      const response = connection.ask(request).then((answer) => ({ answer, usedConnection: connection }));
      const { answer, usedConnection } = await (reused ? response.catch(() => retry(request, from)) : response);
      record(answer, performance.now() - due);
      if (stream.newConnection) usedConnection.end();
      else idle.push(usedConnection);
    } catch {
      result.failed += 1;
    }
  }

  async function retry(request: string, from: string) {
    const usedConnection = openConnection(shopUrl, from);
    return { answer: await usedConnection.ask(request), usedConnection };
  }

  function record({ status, retryAfter, body }: RawAnswer, ms: number): void {
    const timesOfStatus = times.get(status);
    if (timesOfStatus) timesOfStatus.push(ms);
    else times.set(status, [ms]);
    if (status === 503 && retryAfter === undefined) result.failed += 1;
    if (status === 201) result.orders.push(JSON.parse(body.toString()).order.number);
  }

  if ('atOnce' in stream) {
    const client = async () => {
      while (performance.now() - began < durationMs) await sendOne(performance.now());
    };
    for (let n = 0; n < stream.atOnce; n += 1) open.add(client());
    await Promise.all(open);
  } else {
    const gap = 1000 / stream.perSecond;
    const { maxRequests = Number.POSITIVE_INFINITY } = stream;
    for (let due = began; due < began + durationMs && result.offered < maxRequests; due += gap) {
      if (due > performance.now()) await wait(Math.max(1, due - performance.now()));
      const sent: Promise<void> = sendOne(due).finally(() => open.delete(sent));
      open.add(sent);
    }
    await Promise.race([Promise.all(open), wait(graceSeconds * 1000)]);
    result.failed += open.size;
  }
  for (const connection of idle) connection.end();
  for (const [status, all] of times) result.answered[status] = { count: all.length, ms: spread(all) };
  return result;
}

// Runs in a separate process, so that the load generator does not slow the process that measures.
if (import.meta.main) runJobOfParent(sendLoad);
