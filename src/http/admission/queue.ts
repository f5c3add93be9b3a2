import { openClientCounts } from '../client.ts';

export type QueueLimits = {
  concurrency: () => number;
  waiting: number;
  maxWaitMs: number;
  /** In a crowded queue: from when it is full until it is empty. */
  crowdedWaitMs: number;
};

type QueuedRequest = { client: string; since: number; end: (admitted: boolean) => void };

const clientShare = 1 / 4;

export type Queue = ReturnType<typeof openQueue>;

export function openQueue({ concurrency, waiting, maxWaitMs, crowdedWaitMs }: QueueLimits) {
  const queue = new Set<QueuedRequest>();
  const held = openClientCounts();
  const ofOneClient = Math.ceil((concurrency() + waiting) * clientShare);
  const counts = {
    working: 0,
    admitted: 0,
    refused: 0,
    get waiting() {
      return queue.size;
    },
  };
  let crowded = false;
  let scheduled = false;

  function begin(): void {
    counts.working += 1;
    counts.admitted += 1;
  }

  function meets(client: string): 'work' | 'wait' | 'refusal' {
    if (queue.size >= waiting || held.of(client) >= ofOneClient) return 'refusal';
    return queue.size === 0 && counts.working < concurrency() ? 'work' : 'wait';
  }

  function refuse(): void {
    counts.refused += 1;
    if (queue.size >= waiting) crowded = true;
  }

  /** Admits one request at a time, so that the event loop reads from connections between two pieces of work. */
  function admitNext(): void {
    scheduled = false;
    if (counts.working >= concurrency()) return;
    const longAgo = performance.now() - crowdedWaitMs;
    for (const { since, end } of queue) if (crowded && since <= longAgo) end(false);
    nextInTurn()?.end(true);
    scheduleNext();
  }

  /** The client with the fewest requests goes first, so that many requests of one client do not delay the others. */
  function nextInTurn(): QueuedRequest | undefined {
    let next: QueuedRequest | undefined;
    for (const place of queue) if (!next || held.of(place.client) < held.of(next.client)) next = place;
    return next;
  }

  function scheduleNext(): void {
    if (scheduled || queue.size === 0) return;
    scheduled = true;
    setImmediate(admitNext);
  }

  /** Calls `decide` once; an admitted request must leave. Returns a function that ends the wait. */
  function enter(client: string, decide: (admitted: boolean) => void): () => void {
    const met = meets(client);
    if (met === 'refusal') refuse();
    else held.add(client, 1);
    if (met === 'work') begin();
    if (met !== 'wait') {
      decide(met === 'work');
      return () => {};
    }
    const place: QueuedRequest = {
      client,
      since: performance.now(),
      end(admitted) {
        leaveQueue();
        if (admitted) begin();
        else {
          counts.refused += 1;
          held.add(client, -1);
        }
        decide(admitted);
      },
    };
    const timer = setTimeout(() => place.end(false), maxWaitMs);
    const leaveQueue = () => {
      clearTimeout(timer);
      const left = queue.delete(place);
      if (queue.size === 0) crowded = false;
      return left;
    };
    queue.add(place);
    return () => {
      if (leaveQueue()) held.add(client, -1);
    };
  }

  function leave(client: string): void {
    counts.working -= 1;
    held.add(client, -1);
    scheduleNext();
  }

  return { counts, meets, refuse, enter, leave };
}
