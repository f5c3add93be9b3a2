import type { Cents } from '../../money.ts';
import type { DocumentLine } from './money-document.ts';

/** `withBuyer`: how many pieces are handed over and did not come back. `returned`: how many came back. */
export type LineToInvoice = {
  tireId: string;
  name: string;
  priceCents: Cents;
  count: number;
  withBuyer: number;
  returned: number;
};

/** An invoice line less its credit notes. */
export type OpenLine = DocumentLine & { documentId: number; priceCents: Cents };

/** The tires that invoices should contain, by `tirePriceKey`. `line`: one order line with the key; `count`: of all. */
export type WantedTires = ReadonlyMap<string, { line: LineToInvoice; count: number }>;

export const tirePriceKey = ({ tireId, priceCents }: { tireId: string | null; priceCents: Cents }) =>
  `${tireId} ${priceCents}`;

/** Returns how many tires the invoices contain, by `tirePriceKey`. */
export function tireCountsOf(open: readonly OpenLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of open.filter(({ kind }) => kind === 'tires'))
    counts.set(tirePriceKey(line), (counts.get(tirePriceKey(line)) ?? 0) + line.count);
  return counts;
}
