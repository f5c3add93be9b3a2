import { type Answer, counted, isUnexplained, within } from './answers.ts';
import type { BuyerLog } from './buyer.ts';
import type { Proof } from './proof.ts';

/** Times of a fault, in ms of `performance.now`. */
export type Span = {
  from: number;
  /** The end of the fault. */
  over: number;
  /** The next acknowledged order. */
  again: number;
};

/** The measurements of a fault. Times in seconds. */
export type FaultMeasurement = {
  faults: number;
  /** Pages requested during the faults: `looked` the requests, `served` those with status 200, `slowest` in seconds. */
  browsing: { looked: number; served: number; slowest: number };
  ordering: { answers: [what: string, count: number][]; slowest: number };
  acknowledged: number;
  lost: number;
  doubled: number;
  paid: number;
  /** Seconds from the end of each fault to the next acknowledged order. */
  wellAgain: number[];
  /** Violations, one line each. */
  wrong: string[];
  notes: string[];
};

type Observations = Proof & { log: BuyerLog; looked: readonly Answer[]; spans: readonly Span[]; notes: string[] };

export function measurementOf({
  log,
  looked,
  spans,
  lost,
  doubled,
  paid,
  wrong,
  notes,
}: Observations): FaultMeasurement {
  const during = (answers: readonly Answer[]) => [
    ...new Set(spans.flatMap(({ from, again }) => within(answers, from, again))),
  ];
  const pages = during(looked);
  const orders = during(log.answers);
  const unexplained = counted([...log.answers, ...looked].filter(isUnexplained));
  return {
    faults: spans.length,
    browsing: {
      looked: pages.length,
      served: pages.filter(({ what }) => what === '200').length,
      slowest: slowest(pages),
    },
    ordering: { answers: counted(orders), slowest: slowest(orders) },
    acknowledged: log.acknowledged.size,
    lost,
    doubled,
    paid,
    wellAgain: spans.map(({ over, again }) => (again - over) / 1000),
    wrong: [...wrong, ...unexplained.map(([what, count]) => `${count} times answered ${what}`)],
    notes,
  };
}

function slowest(answers: readonly Answer[]): number {
  return Math.max(0, ...answers.map(({ took }) => took)) / 1000;
}
