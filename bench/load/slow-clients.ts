import { connectionLimits } from '../../src/http/connections.ts';
import { inOwnProcess } from '../own-process.ts';
import { type Figure, rounded } from '../results/figure.ts';
import type { AttackJob } from './attacking.ts';
import type { Attacked, AttackName } from './attacks.ts';
import type { Offer } from './carry.ts';
import type { Offered } from './offer.ts';

const { headersMs, requestMs, checkMs } = connectionLimits;

/** Beside the attacker: visitors and buyers who come with a connection of their own each. */
const honest = [
  { kind: 'kept', perSecond: 30, fresh: true },
  { kind: 'made', perSecond: 5, fresh: true },
  { kind: 'order', perSecond: 5, fresh: true },
] as const;

const names = { kept: 'kept page', made: 'page made anew', order: 'order', list: 'list' };
const good = { kept: '200', made: '200', order: '201', list: '200' } as const;

/** For how long each attack goes on, and seconds after which it has lost each connection by the limits; a second is for a busy machine. */
const attacks: [AttackName, seconds: number, cutAfter?: number][] = [
  ['headers a byte at a time', 14, (headersMs + checkMs) / 1000 + 1],
  ['bodies a byte at a time', 35, (requestMs + checkMs) / 1000 + 1],
  ['answers that nobody reads', 8],
  ['huge headers', 8],
  ['idle connections', 8],
  ['a flood of pages by pipeline', 8],
];

/** What honest visitors notice of clients that take or send as slowly as they can, or as much as they can. */
export async function slowClients(offer: Offer, address: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, seconds, cutAfter] of attacks) {
    const attacked = inOwnProcess<AttackJob, Attacked>('load/attacking.ts', { address, name, seconds });
    for (const one of await offer(seconds - 1, ...honest)) figures.push(...figuresOf(name, one));
    const { made, longestSeconds } = await attacked;
    figures.push({
      id: `load/${name}: held`,
      what: `${name}: the longest that a connection was held`,
      measured: rounded(longestSeconds, 1),
      unit: 's',
      ...(cutAfter && { target: { atMost: cutAfter } }),
      beside: { 'connections made': made },
    });
  }
  return figures;
}

function figuresOf(name: string, { kind, offered, answered, failed }: Offered): Figure[] {
  const ms = answered[good[kind]]?.ms;
  // A tire that is sold out is an answer, too.
  const refused = answered['503']?.count ?? 0;
  const served = offered - refused - failed;
  const figure: Figure = {
    id: `load/${name}: ${kind}`,
    what: `${name}: an honest ${names[kind]}, p99`,
    measured: ms?.p99 ?? Number.NaN,
    unit: 'ms',
    target: { atMost: 1_000 },
    beside: {
      'median ms': ms?.median ?? Number.NaN,
      asked: offered,
      refused,
      failed,
    },
  };
  // A flood of pages takes its part of them; buyers and who wants a kept page do not notice.
  const share: Figure = {
    id: `load/${name}: ${kind} served`,
    what: `${name}: of ${names[kind]}s asked for honestly, served`,
    measured: rounded((100 * served) / offered, 1),
    unit: '%',
    target: { atLeast: kind === 'made' ? 90 : 99 },
  };
  return [figure, share];
}
