import { type Answer, counted, isBlunt, within } from './answers.ts';
import type { Told } from './buyer.ts';
import type { Proof } from './proof.ts';

/** One fault, in milliseconds of `performance.now`: when it began, was over, and when the first order stood after it. */
export type Span = { from: number; over: number; again: number };

/** What was seen of a fault. Times in seconds. */
export type Measured = {
  faults: number;
  /** Pages that were looked at while it lasted: how many were served, and how long the slowest took. */
  browsing: { looked: number; served: number; slowest: number };
  /** How the requests to order were answered meanwhile, and how long the slowest answer took. */
  ordering: { answers: [what: string, count: number][]; slowest: number };
  acknowledged: number;
  lost: number;
  doubled: number;
  paid: number;
  /** From the end of each fault to the first order that stood. */
  wellAgain: number[];
  /** A line each. */
  wrong: string[];
  notes: string[];
};

type Seen = Proof & { told: Told; looked: readonly Answer[]; spans: readonly Span[]; notes: string[] };

export function measured({ told, looked, spans, lost, doubled, paid, wrong, notes }: Seen): Measured {
  const during = (answers: readonly Answer[]) => [
    ...new Set(spans.flatMap(({ from, again }) => within(answers, from, again))),
  ];
  const pages = during(looked);
  const orders = during(told.answers);
  const blunt = counted([...told.answers, ...looked].filter(isBlunt));
  return {
    faults: spans.length,
    browsing: {
      looked: pages.length,
      served: pages.filter(({ what }) => what === '200').length,
      slowest: slowest(pages),
    },
    ordering: { answers: counted(orders), slowest: slowest(orders) },
    acknowledged: told.acknowledged.size,
    lost,
    doubled,
    paid,
    wellAgain: spans.map(({ over, again }) => (again - over) / 1000),
    wrong: [...wrong, ...blunt.map(([what, count]) => `${count} times answered ${what}`)],
    notes,
  };
}

function slowest(answers: readonly Answer[]): number {
  return Math.max(0, ...answers.map(({ took }) => took)) / 1000;
}
