import { type Figure, rounded } from '../../results/figure.ts';
import type { StreamResult } from '../clients/send-load.ts';
import type { AttackResult } from './attacker.ts';
import { type LegitimateResult, timeoutMs } from './legitimate.ts';
import { type Scenario, type ScenarioName, scenarios } from './scenarios.ts';

/** Results of one attack. Memory in MB. */
export type AttackOutcome = {
  attack: AttackResult;
  legitimate: LegitimateResult;
  logLines: number;
  resident: { before: number; highest: number; after: number };
};

type Values = Pick<Figure, 'measured' | 'unit' | 'target' | 'beside'>;

const latencyTarget = { atMost: 1_000 };

/** Refusing an attack again and again must not fill the disk with log lines. */
const maxLogLines = 100;

export function outcomeFigures(
  name: ScenarioName,
  { attack, legitimate, logLines, resident }: AttackOutcome,
): Figure[] {
  const { what, limitsLogLines }: Scenario = scenarios[name];
  const figure = (id: string, measures: string, values: Values): Figure => ({
    id: `load/attack ${name}: ${id}`,
    what: `${name}: ${measures}`,
    ...values,
  });
  const { before, highest, after } = resident;
  const growth = figure('resident', `${what}: growth of resident memory`, {
    measured: rounded(highest - before, 0),
    unit: 'MB',
    target: { atMost: 150 },
    beside: {
      'before MB': rounded(before, 0),
      'highest MB': rounded(highest, 0),
      'attack requests': attack.requests,
      'attack connections': attack.connections,
      'attack CPU s': rounded(attack.cpuSeconds, 1),
      ...answersOf(attack),
      'log lines': logLines,
    },
  });
  const retained = figure('after', 'memory 60 s after the attack, less that before it', {
    measured: rounded(after - before, 0),
    unit: 'MB',
    target: { atMost: 50 },
  });
  const logged = figure('log', 'log lines', {
    measured: logLines,
    unit: 'lines',
    target: { atMost: maxLogLines },
  });
  return [
    growth,
    retained,
    ...ordersFigures(legitimate, figure),
    ...pagesFigures(legitimate, figure),
    feedFigure(legitimate, figure),
    ...(limitsLogLines ? [logged] : []),
  ];
}

type MakeFigure = (id: string, measures: string, values: Values) => Figure;

/** Counts answers to the attacker by status. */
function answersOf({ answered }: AttackResult): Record<string, number> {
  return Object.fromEntries(Object.entries(answered).map(([status, count]) => [`answered ${status}`, count]));
}

function ordersFigures({ streams }: LegitimateResult, figure: MakeFigure): Figure[] {
  const orders = streams.filter(({ kind }) => kind === 'order');
  const placed = countOf(orders, '201');
  return [
    figure('orders', 'legitimate orders placed', {
      measured: rounded((100 * placed) / requests(orders), 1),
      unit: '%',
      target: { atLeast: 98 },
      beside: {
        requests: requests(orders),
        placed,
        refused: countOf(orders, '503'),
        'without an answer': failed(orders),
      },
    }),
    figure('orders ms', 'legitimate orders, p99', {
      measured: slowest(orders, '201'),
      unit: 'ms',
      target: latencyTarget,
      beside: { 'median ms': orders[0]?.answered['201']?.ms.median ?? Number.NaN },
    }),
  ];
}

function pagesFigures({ streams }: LegitimateResult, figure: MakeFigure): Figure[] {
  const pages = streams.filter(({ kind }) => kind !== 'order');
  const pagesOfKind = (kind: string) => pages.filter((stream) => stream.kind === kind);
  return [
    figure('pages', 'legitimate pages served', {
      measured: rounded((100 * countOf(pages, '200')) / requests(pages), 1),
      unit: '%',
      target: { atLeast: 98 },
      beside: { requests: requests(pages), refused: countOf(pages, '503'), 'without an answer': failed(pages) },
    }),
    figure('pages ms', 'legitimate pages, p99, the higher of cached and uncached', {
      measured: slowest(pages, '200'),
      unit: 'ms',
      target: latencyTarget,
      beside: {
        'cached ms': slowest(pagesOfKind('cached'), '200'),
        'uncached ms': slowest(pagesOfKind('uncached'), '200'),
      },
    }),
  ];
}

/** A feed that is not served counts as the client's timeout. */
function feedFigure({ files }: LegitimateResult, figure: MakeFigure): Figure {
  const served = files.filter(({ status }) => status === 200);
  const slowestMs = Math.max(...files.map(({ status, ms }) => (status === 200 ? ms : timeoutMs)));
  return figure('feed', 'slowest legitimate feed', {
    measured: rounded(slowestMs / 1_000, 2),
    unit: 's',
    target: { atMost: 2 },
    beside: { requests: files.length, 'not served': files.length - served.length },
  });
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const requests = (all: readonly StreamResult[]) => sum(all.map(({ offered }) => offered));
const failed = (all: readonly StreamResult[]) => sum(all.map(({ failed }) => failed));
const countOf = (all: readonly StreamResult[], status: string) =>
  sum(all.map(({ answered }) => answered[status]?.count ?? 0));
const slowest = (all: readonly StreamResult[], status: string) =>
  Math.max(...all.map(({ answered }) => answered[status]?.ms.p99 ?? Number.NaN));
