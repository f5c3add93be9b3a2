import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, answerOf, digestOf, type Made } from './answer.ts';
import type { Packing } from './compress.ts';

/** What somebody asks for, and how it is made. */
export type Asked = {
  /** The address as the client wrote it, path and query. */
  address: string;
  /** What is asked for in one spelling, however the client wrote it; null: made for this client alone and not kept. */
  key: string | null;
  /** The coding in which it is to be ready. */
  coding: Packing;
  /** Reads what the answer is made of. As long as that stays the same, so does the answer. */
  prepare: () => Prepared;
  /** Whether others who write the same address are to get this answer; absent: all of them. */
  isFor?: (headers: IncomingHttpHeaders) => boolean;
};

/** What an answer is made of, and how. */
export type Prepared = { basis: string; make: () => Made | Promise<Made> };

/** Milliseconds that making and compressing took, where this very call made the answer. */
export type Taken = { renderMs: number; compressMs: number };

/** Answers kept in memory, exact for the moment at which they are asked for. */
export type KeptAnswers = {
  /** The answer at an address that somebody has asked for before at this moment. */
  at(address: string, headers: IncomingHttpHeaders): Answer | undefined;
  /** The answer, kept or made: once, however many ask while it is made. Rejects when it cannot be made; then the next call tries again. */
  answer(asked: Asked): Promise<{ answer: Answer; taken?: Taken }>;
};

type Options = {
  /** Names the moment: as long as it is the same, every kept answer is exact. */
  moment: () => string;
  /** Bytes that all answers and their keys together take at most. */
  mostBytes?: number;
  /** Spellings of addresses that are remembered at most. */
  mostAddresses?: number;
};

/** Characters of an address that is remembered; who writes a longer one is answered by the router. */
const longestAddress = 1_000;

/** `bytes`: what it takes once it is there. */
type Kept = { moment: string; basis: string; making: Promise<Answer>; answer?: Answer; bytes: number };

/** Answers are in the order of their last use, addresses in that in which the router met them; what comes first is let go first. */
export function keepAnswers({ moment, mostBytes = 64 * 2 ** 20, mostAddresses = 10_000 }: Options): KeptAnswers {
  const kept = new Map<string, Kept>();
  const spellings = new Map<string, { key: string; isFor?: Asked['isFor'] }>();
  let spelledAt = '';
  let bytes = 0;

  function used(key: string, entry: Kept): void {
    kept.delete(key);
    kept.set(key, entry);
  }

  function forget(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  function makeRoom(): void {
    for (const [key, { answer }] of kept) {
      if (bytes <= mostBytes) return;
      if (answer) forget(key);
    }
  }

  /** A new moment may give an address another meaning: the season of the day is one. */
  function remember(address: string, key: string, isFor: Asked['isFor'], now: string): void {
    if (spelledAt !== now) spellings.clear();
    spelledAt = now;
    if (address.length > longestAddress) return;
    spellings.delete(address);
    spellings.set(address, { key, isFor });
    const [oldest] = spellings.keys();
    if (spellings.size > mostAddresses && oldest !== undefined) spellings.delete(oldest);
  }

  return {
    at(address, headers) {
      const spelling = spellings.get(address);
      if (!spelling) return undefined;
      const entry = kept.get(spelling.key);
      if (!entry?.answer || entry.moment !== moment()) return undefined;
      if (spelling.isFor && !spelling.isFor(headers)) return undefined;
      used(spelling.key, entry);
      return entry.answer;
    },

    async answer({ address, key, coding, prepare, isFor }) {
      const now = moment();
      const entry = key === null ? undefined : kept.get(key);
      if (key !== null) remember(address, key, isFor, now);
      if (key !== null && entry?.moment === now) {
        used(key, entry);
        return { answer: await entry.making };
      }
      const begun = performance.now();
      const { basis, make } = prepare();
      const digest = digestOf(basis);
      if (key !== null && entry?.basis === digest) {
        entry.moment = now;
        used(key, entry);
        return { answer: await entry.making };
      }
      const { making, taken } = timed(make, coding, begun);
      if (key === null) return { answer: await making, taken };
      const fresh: Kept = { moment: now, basis: digest, making, bytes: 0 };
      forget(key);
      kept.set(key, fresh);
      try {
        fresh.answer = await making;
      } catch (error) {
        if (kept.get(key) === fresh) kept.delete(key);
        throw error;
      }
      if (kept.get(key) === fresh) {
        fresh.bytes = fresh.answer.bytes + 2 * key.length;
        bytes += fresh.bytes;
        makeRoom();
      }
      return { answer: fresh.answer, taken };
    },
  };
}

function timed(make: Prepared['make'], coding: Packing, begun: number): { making: Promise<Answer>; taken: Taken } {
  const taken = { renderMs: 0, compressMs: 0 };
  const making = (async () => {
    const made = await make();
    const rendered = performance.now();
    const answer = await answerOf(made, coding);
    taken.renderMs = rendered - begun;
    taken.compressMs = performance.now() - rendered;
    return answer;
  })();
  return { making, taken };
}
