import type { BuyerLog } from './buyer.ts';
import { countOutcomes, isUnexplained, openBetween, type TimedRequest } from './requests.ts';
import type { Verdict } from './settle-and-verify.ts';

/** Times of a fault, in ms of `performance.now`. */
export type Span = {
  from: number;
  /** The end of the fault itself. */
  end: number;
  /** When the next order was acknowledged. */
  recovered: number;
};

export type OutcomeCounts = [outcome: string, count: number][];

/** The measurements of a fault. Times in seconds. */
export type FaultMeasurement = {
  faults: number;
  /** Pages requested during the faults. `served`: those answered with 200. */
  browsing: { requested: number; served: number; outcomes: OutcomeCounts; slowest: number };
  ordering: { outcomes: OutcomeCounts; slowest: number };
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

type Observations = Verdict & {
  log: BuyerLog;
  visits: readonly TimedRequest[];
  spans: readonly Span[];
  notes: string[];
};

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
  const during = (requests: readonly TimedRequest[]) => [
    ...new Set(spans.flatMap(({ from, recovered }) => openBetween(requests, from, recovered))),
  ];
  const pages = during(visits);
  const orders = during(log.requests);
  const unexplained = countOutcomes([...log.requests, ...visits].filter(isUnexplained));
  return {
    faults: spans.length,
    browsing: {
      requested: pages.length,
      served: pages.filter(({ outcome }) => outcome === '200').length,
      outcomes: countOutcomes(pages),
      slowest: slowest(pages),
    },
    ordering: { outcomes: countOutcomes(orders), slowest: slowest(orders) },
    acknowledged: log.acknowledged.size,
    lost,
    doubled,
    paid,
    recoverySeconds: spans.map(({ end, recovered }) => (recovered - end) / 1000),
    wrong: [...wrong, ...unexplained.map(([outcome, count]) => `${count} times answered ${outcome}`)],
    notes,
  };
}

function slowest(requests: readonly TimedRequest[]): number {
  return Math.max(0, ...requests.map(({ tookMs }) => tookMs)) / 1000;
}
