import type { IncomingHttpHeaders } from 'node:http';

/** What is asked for at an address. `isFor`: whether who sends these headers means it too; absent: whoever does. */
export type Spelling = { key: string; isFor: ((headers: IncomingHttpHeaders) => boolean) | undefined };

/** What addresses stand for, as clients wrote them before. */
export type Spellings = {
  /** Whether addresses still mean what they did when the last one was remembered. */
  stillMean(): boolean;
  at(address: string): Spelling | undefined;
  remember(address: string, spelling: Spelling): void;
};

/** Characters of an address that is remembered; who writes a longer one is answered by the router. */
const longestAddress = 1_000;

/** `meaning` names what addresses mean: the season of the day is part of it. `most` are remembered; the oldest is let go first. */
export function rememberSpellings(meaning: () => string, most: number): Spellings {
  const spellings = new Map<string, Spelling>();
  let spelledAt = '';
  return {
    stillMean: () => spelledAt === meaning(),
    at: (address) => spellings.get(address),
    remember(address, spelling) {
      const meant = meaning();
      if (spelledAt !== meant) spellings.clear();
      spelledAt = meant;
      if (address.length > longestAddress) return;
      spellings.delete(address);
      spellings.set(address, spelling);
      const [oldest] = spellings.keys();
      if (spellings.size > most && oldest !== undefined) spellings.delete(oldest);
    },
  };
}
