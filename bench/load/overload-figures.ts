import { type Figure, rounded, type Target } from '../results/figure.ts';
import type { Offered } from './offer.ts';
import type { Kind } from './requests.ts';

/** How many of a kind have to be accepted in a second, and the share of them, in %, below which the target is missed. */
export type Due = Partial<Record<Kind, { perSecond: number; target: Target }>>;

/** ms: 99 of 100 know within a second whether they get what they ask for, and most who are refused at once. */
const [knownMs, atOnceMs, none] = [{ atMost: 1_000 }, { atMost: 50 }, { atMost: 0 }];

const names = { made: 'pages made anew', list: 'lists', kept: 'kept page', order: 'orders' };
const good = { made: '200', list: '200', kept: '200', order: '201' } as const;

/** How many were answered with anything but a refusal for want of room. */
export function acceptedPerSecond({ answered }: Offered, seconds: number): number {
  const all = Object.entries(answered).map(([status, { count }]) => (status === '503' ? 0 : count));
  return all.reduce((sum, count) => sum + count, 0) / seconds;
}

/** What came of one kind of request of a run. */
export function overloadFigures(run: string, offered: Offered, seconds: number, due: Due[Kind]): Figure[] {
  const { kind, answered, failed } = offered;
  const [yes, no] = [answered[good[kind]], answered['503']];
  const rate = acceptedPerSecond(offered, seconds);
  const figure = (id: string, what: string, more: Pick<Figure, 'measured' | 'unit' | 'target' | 'beside'>): Figure => ({
    id: `load/${run}: ${kind} ${id}`,
    what: `${run}: ${names[kind]}, ${what}`,
    ...more,
  });
  const figures = [
    figure('ms', kind === 'kept' ? 'p99' : 'p99 of what is accepted', {
      measured: yes?.ms.p99 ?? Number.NaN,
      unit: 'ms',
      target: knownMs,
      beside: {
        'median ms': yes?.ms.median ?? Number.NaN,
        'offered/s': Math.round(offered.offered / seconds),
        'accepted/s': Math.round(rate),
      },
    }),
    figure('failed', 'without an answer', { measured: failed, unit: 'requests', target: none }),
  ];
  if (due) {
    figures.push(
      figure('goodput', 'accepted, of those that the shop can', {
        measured: rounded((100 * rate) / due.perSecond, 1),
        unit: '%',
        target: due.target,
        beside: { 'they are, /s': Math.round(due.perSecond) },
      }),
    );
  }
  if (kind === 'kept') {
    figures.push(figure('refused', 'refused', { measured: no?.count ?? 0, unit: 'requests', target: none }));
  } else if (no) {
    const { median, p99 } = no.ms;
    const beside = { 'refused/s': Math.round(no.count / seconds) };
    figures.push(
      figure('refusals', 'median of refusals', { measured: median, unit: 'ms', target: atOnceMs, beside }),
      figure('refusals, p99', 'p99 of refusals', { measured: p99, unit: 'ms', target: knownMs }),
    );
  }
  return figures;
}
