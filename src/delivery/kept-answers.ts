import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, digestOf } from './answer.ts';
import type { Packing } from './compress.ts';
import { type Fresh, freshness } from './freshness.ts';
import { makeAnswer, type Prepared, type Taken } from './make-answer.ts';
import { rememberSpellings } from './spellings.ts';

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

/** Answers kept in memory, exact for the moment at which they are asked for. */
export type KeptAnswers = {
  /** The answer at an address that somebody has asked for before at this moment. */
  at(address: string, headers: IncomingHttpHeaders): Answer | undefined;
  /**
   * The same, also when it was exact some seconds ago and may not be any more: for when there is no time to look. With `mayLook` one
   * in a second is not given an older one, so that who asks looks and the others go on having it.
   */
  lately(address: string, headers: IncomingHttpHeaders, mayLook: boolean): Answer | undefined;
  /** The answer, kept or made: once, however many ask while it is made. Rejects when it cannot be made; then the next call tries again. */
  answer(asked: Asked): Promise<{ answer: Answer; taken?: Taken }>;
};

type Options = {
  /** Names the moment: as long as it is the same, every kept answer is exact. */
  moment: () => string;
  /** Names what addresses mean: as long as it is the same, each stands for the same answer, exact or not. The moment unless given. */
  meaning?: () => string;
  now?: () => number;
  /** Bytes that all answers and their keys together take at most. */
  mostBytes?: number;
  /** Spellings of addresses that are remembered at most. */
  mostAddresses?: number;
};

/** `bytes`: what it takes once it is there. `before`: what was there, until then. */
type Kept = Fresh & { basis: string; making: Promise<Answer>; answer?: Answer; bytes: number; before?: Kept };

/** Answers are in the order of their last use, addresses in that in which the router met them; what comes first is let go first. */
export function keepAnswers(options: Options): KeptAnswers {
  const { moment, meaning = moment, now: clock = () => performance.now() } = options;
  const { mostBytes = 64 * 2 ** 20, mostAddresses = 10_000 } = options;
  const kept = new Map<string, Kept>();
  const fresh = freshness(moment, clock);
  const spellings = rememberSpellings(meaning, mostAddresses);
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

  function keptAt(
    address: string,
    headers: IncomingHttpHeaders,
    pick: (entry: Kept) => Kept | null,
  ): Answer | undefined {
    const spelling = spellings.at(address);
    if (!spelling) return undefined;
    const entry = kept.get(spelling.key);
    const picked = entry && pick(entry);
    if (!picked || (spelling.isFor && !spelling.isFor(headers))) return undefined;
    used(spelling.key, entry);
    return picked.answer;
  }

  return {
    at: (address, headers) =>
      keptAt(address, headers, (entry) => (entry.answer && fresh.isExact(entry) ? entry : null)),

    lately(address, headers, mayLook) {
      if (!spellings.stillMean()) return undefined;
      return keptAt(address, headers, (entry) => {
        const last = there(entry);
        return last && fresh.isLate(last, mayLook) ? last : null;
      });
    },

    async answer({ address, key, coding, prepare, isFor }) {
      const now = moment();
      const entry = key === null ? undefined : kept.get(key);
      if (key !== null) spellings.remember(address, { key, isFor });
      if (key !== null && entry?.moment === now) {
        used(key, entry);
        return { answer: await entry.making };
      }
      const begun = performance.now();
      const { basis, make } = prepare();
      const digest = digestOf(basis);
      if (key !== null && entry?.basis === digest) {
        Object.assign(entry, fresh.now(), { moment: now });
        used(key, entry);
        return { answer: await entry.making };
      }
      const { making, taken } = makeAnswer(make, coding, begun);
      if (key === null) return { answer: await making, taken };
      const made: Kept = { ...fresh.now(), moment: now, basis: digest, making, bytes: 0, before: there(entry) };
      forget(key);
      kept.set(key, made);
      try {
        made.answer = await making;
        delete made.before;
      } catch (error) {
        if (kept.get(key) === made) kept.delete(key);
        throw error;
      }
      if (kept.get(key) === made) {
        made.bytes = made.answer.bytes + 2 * key.length;
        bytes += made.bytes;
        makeRoom();
      }
      return { answer: made.answer, taken };
    },
  };
}

/** What may be sent while the next is made. */
function there(entry: Kept | undefined): Kept | undefined {
  return entry?.answer ? entry : entry?.before;
}
