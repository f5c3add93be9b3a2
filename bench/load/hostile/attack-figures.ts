import { type Figure, rounded } from '../../results/figure.ts';
import type { Offered } from '../offer.ts';
import type { Attacked } from './client.ts';
import { type Honest, patienceMs } from './honest.ts';
import { type Scenario, type ScenarioName, scenarios } from './scenarios.ts';

/** What was measured beside an attack. Memory in MB. */
export type Outcome = {
  attacked: Attacked;
  honest: Honest;
  logLines: number;
  resident: { before: number; highest: number; after: number };
};

type Rest = Pick<Figure, 'measured' | 'unit' | 'target' | 'beside'>;

const second = { atMost: 1_000 };

/** Log lines of an attack that is refused again and again: it must not fill the disk. */
const mostLogLines = 100;

export function outcomeFigures(name: ScenarioName, { attacked, honest, logLines, resident }: Outcome): Figure[] {
  const { what, logs }: Scenario = scenarios[name];
  const figure = (id: string, measures: string, rest: Rest): Figure => ({
    id: `load/attack ${name}: ${id}`,
    what: `${name}: ${measures}`,
    ...rest,
  });
  const { before, highest, after } = resident;
  const grown = figure('resident', `${what}: resident memory grows by`, {
    measured: rounded(highest - before, 0),
    unit: 'MB',
    target: { atMost: 150 },
    beside: {
      'before MB': rounded(before, 0),
      'highest MB': rounded(highest, 0),
      'requests of the attack': attacked.requests,
      'its connections': attacked.connections,
      'its CPU s': rounded(attacked.cpuSeconds, 1),
      ...answersOf(attacked),
      'log lines': logLines,
    },
  });
  const left = figure('after', 'above the memory before, 60 s after it ended', {
    measured: rounded(after - before, 0),
    unit: 'MB',
    target: { atMost: 50 },
  });
  const logged = figure('log', 'lines of the log', {
    measured: logLines,
    unit: 'lines',
    target: { atMost: mostLogLines },
  });
  return [
    grown,
    left,
    ...ordersFigures(honest, figure),
    ...pagesFigures(honest, figure),
    feedFigure(honest, figure),
    ...(logs ? [logged] : []),
  ];
}

type Make = (id: string, measures: string, rest: Rest) => Figure;

/** How many the attacker was sent of each status. */
function answersOf({ answered }: Attacked): Record<string, number> {
  return Object.fromEntries(Object.entries(answered).map(([status, count]) => [`answered ${status}`, count]));
}

function ordersFigures({ offered }: Honest, figure: Make): Figure[] {
  const orders = offered.filter(({ kind }) => kind === 'order');
  const placed = countOf(orders, '201');
  return [
    figure('orders', 'honest orders that are placed', {
      measured: rounded((100 * placed) / asked(orders), 1),
      unit: '%',
      target: { atLeast: 98 },
      beside: { asked: asked(orders), placed, refused: countOf(orders, '503'), 'without an answer': failed(orders) },
    }),
    figure('orders ms', 'honest orders, p99', {
      measured: slowest(orders, '201'),
      unit: 'ms',
      target: second,
      beside: { 'median ms': orders[0]?.answered['201']?.ms.median ?? Number.NaN },
    }),
  ];
}

function pagesFigures({ offered }: Honest, figure: Make): Figure[] {
  const pages = offered.filter(({ kind }) => kind !== 'order');
  const of = (kind: string) => pages.filter((one) => one.kind === kind);
  return [
    figure('pages', 'honest pages that are served', {
      measured: rounded((100 * countOf(pages, '200')) / asked(pages), 1),
      unit: '%',
      target: { atLeast: 98 },
      beside: { asked: asked(pages), refused: countOf(pages, '503'), 'without an answer': failed(pages) },
    }),
    figure('pages ms', 'honest pages, p99, of cached or of uncached ones', {
      measured: slowest(pages, '200'),
      unit: 'ms',
      target: second,
      beside: { 'cached ms': slowest(of('kept'), '200'), 'uncached ms': slowest(of('made'), '200') },
    }),
  ];
}

/** A feed that did not come counts as long as a client waits. */
function feedFigure({ files }: Honest, figure: Make): Figure {
  const served = files.filter(({ status }) => status === 200);
  const slowestMs = Math.max(...files.map(({ status, ms }) => (status === 200 ? ms : patienceMs)));
  return figure('feed', 'slowest honest feed', {
    measured: rounded(slowestMs / 1_000, 2),
    unit: 's',
    target: { atMost: 2 },
    beside: { asked: files.length, 'not served': files.length - served.length },
  });
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
const asked = (all: readonly Offered[]) => sum(all.map(({ offered }) => offered));
const failed = (all: readonly Offered[]) => sum(all.map((one) => one.failed));
const countOf = (all: readonly Offered[], status: string) =>
  sum(all.map(({ answered }) => answered[status]?.count ?? 0));
const slowest = (all: readonly Offered[], status: string) =>
  Math.max(...all.map(({ answered }) => answered[status]?.ms.p99 ?? Number.NaN));
