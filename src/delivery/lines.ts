import { type Line, type LineLimits, openLine } from './line.ts';

export type LineName = 'payments' | 'buying' | 'files' | 'feeds' | 'browsing';

/** Which line a path belongs to, the first that fits; all else is browsing. */
const paths: [LineName, RegExp][] = [
  ['files', /^\/(assets|builds|fonts|og)\/|^[^?]*\.(svg|ico|txt|webmanifest)(\?|$)/],
  ['payments', /^\/api\/v1\/(webhooks|payments)\//],
  [
    'buying',
    /^\/api\/v1\/(orders|withdrawals|payment\/)|^(\/en|\/ru)?\/(cart|order|success|withdrawal)([/?]|$)|^\/branch\b/,
  ],
  ['feeds', /^\/feeds\//],
];

/** The line in which a request waits. `url`: its path with its query. */
export function lineOf(url: string): LineName {
  return paths.find(([, path]) => path.test(url))?.[0] ?? 'browsing';
}

export type Lines = Record<LineName, Line>;

/** Orders are placed over ten connections to the database: more of them than that are a rush. */
const rush = 10;

/**
 * A burst that a process meets which has just started, or has a slow machine, is served in this: browsers of the shop wait for 5,000.
 * Where more come than can be served, nobody waits for long: with the work itself nearly all know within a second.
 */
const [waitMs, crowdedMs] = [2_000, 700];

/** Turns of the loop, at most, that newcomers get before the next page or order. */
const mostTurns = 100;

/**
 * Waits until nobody new has come in a turn of the loop. Node takes some connections in each (`listen.ts`), so that without this who
 * comes would wait for a page or an order, and who is refused as long as who is served.
 */
function afterNewcomers(arrived: () => number): (next: () => void) => void {
  return (next) => {
    let seen = arrived();
    let turns = 0;
    const look = () => {
      const now = arrived();
      turns += 1;
      if (now === seen || turns >= mostTurns) return next();
      seen = now;
      setImmediate(look);
    };
    // Two turns: what was taken in the first says in the second what it wants.
    setImmediate(() => setImmediate(look));
  };
}

/** What a shop of one process can take; docs/decisions/2026-11-22-more-than-it-can-carry.md says why these numbers. */
export function openLines(arrived: () => number): Lines {
  const soon = afterNewcomers(arrived);
  // One address may have as many orders under way as one office or one bench can send.
  const buying = openLine({ ...limitsOf(40, 40), crowdedMs, ofOneAddress: 50, soon });
  // A page takes the process for milliseconds at a time; in a rush of buyers one after another is all that there is for them.
  const pagesAtOnce = () => (buying.counts.working > rush ? 1 : 4);
  return {
    payments: openLine(limitsOf(20, 200)),
    buying,
    files: openLine(limitsOf(16, 1_000)),
    feeds: openLine(limitsOf(1, 7)),
    browsing: openLine({ ...limitsOf(4, 40), atOnce: pagesAtOnce, crowdedMs, soon }),
  };
}

/** One address may take half of a line. */
function limitsOf(atOnce: number, waiting: number): LineLimits {
  return { atOnce: () => atOnce, waiting, waitMs, ofOneAddress: (atOnce + waiting) / 2 };
}
