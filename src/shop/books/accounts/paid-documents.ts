import type { Cents } from '../../money.ts';

type Document = { number: string; kind: 'invoice' | 'credit-note'; grossCents: Cents };
type Move = { id: string; direction: 'in' | 'out'; cents: Cents };

/** Returns, by movement id, the first document that the money pays: money in pays invoices, money out credit notes, both in the order of issue. */
export function paidDocuments(documents: readonly Document[], moves: readonly Move[]): Map<string, string> {
  const documentByMove = new Map<string, string>();
  for (const [direction, kind] of [
    ['in', 'invoice'],
    ['out', 'credit-note'],
  ] as const) {
    const open = documents
      .filter((document) => document.kind === kind)
      .map(({ number, grossCents }) => ({ number, unpaidCents: grossCents }));
    for (const move of moves.filter((candidate) => candidate.direction === direction)) {
      const first = open.find(({ unpaidCents }) => unpaidCents > 0);
      if (!first) continue;
      documentByMove.set(move.id, first.number);
      let leftCents = move.cents;
      for (const document of open) {
        const paidCents = Math.min(leftCents, document.unpaidCents);
        document.unpaidCents -= paidCents;
        leftCents -= paidCents;
      }
    }
  }
  return documentByMove;
}
