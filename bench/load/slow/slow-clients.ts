import { connectionLimits } from '../../../src/http/connections.ts';
import { runInChild } from '../../own-process.ts';
import { type Figure, rounded } from '../../results/figure.ts';
import type { SendLoad } from '../clients/loaded-shop.ts';
import type { StreamResult } from '../clients/send-load.ts';
import type { AttackJob, AttackName, AttackResult } from './attacker.ts';

const { headersMs, requestMs, checkEveryMs } = connectionLimits;

/** Requests of legitimate clients during the attack. */
const legitimate = [
  { kind: 'cached', perSecond: 30, newConnection: true },
  { kind: 'uncached', perSecond: 5, newConnection: true },
  { kind: 'order', perSecond: 5, newConnection: true },
] as const;

const names = { cached: 'cached pages', uncached: 'uncached pages', order: 'orders', list: 'lists' };
const successStatus = { cached: '200', uncached: '200', order: '201', list: '200' } as const;

/** Duration of each attack, and the seconds within which the shop must cut a connection, with one second of tolerance. */
const attacks: [AttackName, seconds: number, cutAfter?: number][] = [
  ['headers a byte at a time', 14, (headersMs + checkEveryMs) / 1000 + 1],
  ['bodies a byte at a time', 35, (requestMs + checkEveryMs) / 1000 + 1],
  ['unread answers', 8],
  ['huge headers', 8],
  ['idle connections', 8],
  ['pipelined pages', 8],
];

/** Measures latency and success of legitimate clients during attacks by slow or excessive clients. */
export async function slowClients(sendLoad: SendLoad, address: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, seconds, cutAfter] of attacks) {
    const attack = runInChild<AttackJob, AttackResult>('load/slow/attacker.ts', { address, name, seconds });
    for (const result of await sendLoad(seconds - 1, ...legitimate)) figures.push(...figuresOf(name, result));
    const { made, longestSeconds } = await attack;
    figures.push({
      id: `load/${name}: held`,
      what: `${name}: longest connection`,
      measured: rounded(longestSeconds, 1),
      unit: 's',
      ...(cutAfter && { target: { atMost: cutAfter } }),
      beside: { connections: made },
    });
  }
  return figures;
}

function figuresOf(name: string, { kind, offered, answered, failed }: StreamResult): Figure[] {
  const ms = answered[successStatus[kind]]?.ms;
  const refused = answered['503']?.count ?? 0;
  const served = offered - refused - failed;
  const figure: Figure = {
    id: `load/${name}: ${kind}`,
    what: `${name}: legitimate ${names[kind]}, p99`,
    measured: ms?.p99 ?? Number.NaN,
    unit: 'ms',
    target: { atMost: 1_000 },
    beside: {
      'median ms': ms?.median ?? Number.NaN,
      requests: offered,
      refused,
      failed,
    },
  };
  // Pipelined pages compete with uncached pages; orders and cached pages must not be affected.
  const share: Figure = {
    id: `load/${name}: ${kind} served`,
    what: `${name}: legitimate ${names[kind]} served`,
    measured: rounded((100 * served) / offered, 1),
    unit: '%',
    target: { atLeast: kind === 'uncached' ? 90 : 99 },
  };
  return [figure, share];
}
