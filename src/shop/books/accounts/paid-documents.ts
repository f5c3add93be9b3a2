import type { Cents } from '../../money.ts';

type Document = { number: string; kind: 'invoice' | 'credit-note'; grossCents: Cents };
type Move = { id: string; direction: 'in' | 'out'; cents: Cents };

/** Returns document numbers by movement id: money in pays invoices, money out credit notes, in the order of issue. Leaves out other money. */
export function paidDocuments(documents: readonly Document[], moves: readonly Move[]): Map<string, string> {
  const paid = new Map<string, string>();
  for (const [direction, kind] of [
    ['in', 'invoice'],
    ['out', 'credit-note'],
  ] as const) {
    const open = documents
      .filter((document) => document.kind === kind)
      .map(({ number, grossCents }) => ({ number, missing: grossCents }));
    for (const move of moves.filter((candidate) => candidate.direction === direction)) {
      const first = open.find(({ missing }) => missing > 0);
      if (!first) continue;
      paid.set(move.id, first.number);
      let left = move.cents;
      for (const document of open) {
        const part = Math.min(left, document.missing);
        document.missing -= part;
        left -= part;
      }
    }
  }
  return paid;
}
