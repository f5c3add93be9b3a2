import { type Answer, countOutcomes, isUnexplained, openBetween } from './answers.ts';
import type { BuyerLog } from './buyer.ts';
import type { Proof } from './proof.ts';

/** Times of a fault, in ms of `performance.now`. */
export type Span = {
  from: number;
  /** The end of the fault itself. */
  end: number;
  /** When the next order was acknowledged. */
  recovered: number;
};

/** The measurements of a fault. Times in seconds. */
export type FaultMeasurement = {
  faults: number;
  /** Pages requested during the faults, and those of them answered with 200. */
  browsing: { requested: number; served: number; slowest: number };
  ordering: { answers: [outcome: string, count: number][]; slowest: number };
  acknowledged: number;
  lost: number;
  doubled: number;
  paid: number;
  /** Seconds from the end of each fault to the next acknowledged order. */
  recoverySeconds: number[];
  /** Violations, one line each. */
  wrong: string[];
  notes: string[];
};

type Observations = Proof & { log: BuyerLog; visits: readonly Answer[]; spans: readonly Span[]; notes: string[] };

export function measurementOf({
  log,
  visits,
  spans,
  lost,
  doubled,
  paid,
  wrong,
  notes,
}: Observations): FaultMeasurement {
  const during = (answers: readonly Answer[]) => [
    ...new Set(spans.flatMap(({ from, recovered }) => openBetween(answers, from, recovered))),
  ];
  const pages = during(visits);
  const orders = during(log.answers);
  const unexplained = countOutcomes([...log.answers, ...visits].filter(isUnexplained));
  return {
    faults: spans.length,
    browsing: {
      requested: pages.length,
      served: pages.filter(({ outcome }) => outcome === '200').length,
      slowest: slowest(pages),
    },
    ordering: { answers: countOutcomes(orders), slowest: slowest(orders) },
    acknowledged: log.acknowledged.size,
    lost,
    doubled,
    paid,
    recoverySeconds: spans.map(({ end, recovered }) => (recovered - end) / 1000),
    wrong: [...wrong, ...unexplained.map(([outcome, count]) => `${count} times answered ${outcome}`)],
    notes,
  };
}

function slowest(answers: readonly Answer[]): number {
  return Math.max(0, ...answers.map(({ tookMs }) => tookMs)) / 1000;
}
