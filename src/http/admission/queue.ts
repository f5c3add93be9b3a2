import { openClientCounts } from '../client.ts';

export type QueueLimits = {
  concurrency: () => number;
  maxWaiting: number;
  maxWaitMs: number;
  /** Replaces `maxWaitMs` after a request was refused by a full queue, until the queue is empty. */
  maxWaitOnceFullMs: number;
};

type QueuedRequest = { client: string; waitingSince: number; end: (outcome: 'admit' | 'refuse') => void };

const maxShareOfOneClient = 1 / 4;

export type Queue = ReturnType<typeof openQueue>;

/** Opens a queue that admits `concurrency` requests at once, lets `maxWaiting` wait, and refuses the rest. */
export function openQueue({ concurrency, maxWaiting, maxWaitMs, maxWaitOnceFullMs }: QueueLimits) {
  const queue = new Set<QueuedRequest>();
  const clientCounts = openClientCounts();
  const maxOfOneClient = Math.ceil((concurrency() + maxWaiting) * maxShareOfOneClient);
  const counts = {
    working: 0,
    admitted: 0,
    refused: 0,
    get waiting() {
      return queue.size;
    },
  };
  let wasFull = false;
  let isScheduled = false;

  function countAdmitted(): void {
    counts.working += 1;
    counts.admitted += 1;
  }

  function verdictFor(client: string): 'admit' | 'wait' | 'refuse' {
    if (queue.size >= maxWaiting || clientCounts.count(client) >= maxOfOneClient) return 'refuse';
    return queue.size === 0 && counts.working < concurrency() ? 'admit' : 'wait';
  }

  function refuse(): void {
    counts.refused += 1;
    if (queue.size >= maxWaiting) wasFull = true;
  }

  /** Admits one request at a time, so that the event loop reads from connections between two pieces of work. */
  function admitNext(): void {
    isScheduled = false;
    if (counts.working >= concurrency()) return;
    if (wasFull) refuseAfter(maxWaitOnceFullMs);
    nextInTurn()?.end('admit');
    scheduleNext();
  }

  function refuseAfter(waitMs: number): void {
    const now = performance.now();
    for (const queued of queue) {
      const waitedMs = now - queued.waitingSince;
      if (waitedMs >= waitMs) queued.end('refuse');
    }
  }

  /** The client with the fewest requests goes first, so that many requests of one client do not delay the others. */
  function nextInTurn(): QueuedRequest | undefined {
    let next: QueuedRequest | undefined;
    for (const queued of queue)
      if (!next || clientCounts.count(queued.client) < clientCounts.count(next.client)) next = queued;
    return next;
  }

  function scheduleNext(): void {
    if (isScheduled || queue.size === 0) return;
    isScheduled = true;
    setImmediate(admitNext);
  }

  /** Calls `decide` once, now or later. An admitted request must call `leave`. Returns a function to stop waiting. */
  function enter(client: string, decide: (isAdmitted: boolean) => void): () => void {
    const verdict = verdictFor(client);
    if (verdict === 'refuse') {
      refuse();
      decide(false);
      return () => {};
    }
    clientCounts.add(client, 1);
    if (verdict === 'admit') {
      countAdmitted();
      decide(true);
      return () => {};
    }
    const queued: QueuedRequest = {
      client,
      waitingSince: performance.now(),
      end(outcome) {
        stopWaiting();
        if (outcome === 'admit') countAdmitted();
        else {
          counts.refused += 1;
          clientCounts.add(client, -1);
        }
        decide(outcome === 'admit');
      },
    };
    const timer = setTimeout(() => queued.end('refuse'), maxWaitMs);
    const stopWaiting = () => {
      clearTimeout(timer);
      const wasWaiting = queue.delete(queued);
      if (queue.size === 0) wasFull = false;
      return wasWaiting;
    };
    queue.add(queued);
    return () => {
      if (stopWaiting()) clientCounts.add(client, -1);
    };
  }

  function leave(client: string): void {
    counts.working -= 1;
    clientCounts.add(client, -1);
    scheduleNext();
  }

  return { counts, verdictFor, refuse, enter, leave };
}
