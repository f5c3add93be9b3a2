import type { Cents } from '../../money.ts';

/** `replacedAt`: when the invoice was credited and issued again to another buyer; null: it was not. */
type Document = { number: string; kind: 'invoice' | 'credit-note'; grossCents: Cents; replacedAt: Date | null };
type Move = { id: string; direction: 'in' | 'out'; cents: Cents; at: Date };

/**
 * Returns, by movement id, the first document that the money pays: money in pays invoices, money out credit notes, both in the order of issue.
 * Money that comes after an invoice was replaced does not pay it.
 */
export function paidDocuments(documents: readonly Document[], moves: readonly Move[]): Map<string, string> {
  const documentByMove = new Map<string, string>();
  for (const [direction, kind] of [
    ['in', 'invoice'],
    ['out', 'credit-note'],
  ] as const) {
    const open = documents
      .filter((document) => document.kind === kind)
      .map(({ grossCents, ...document }) => ({ ...document, unpaidCents: grossCents }));
    for (const move of moves.filter((candidate) => candidate.direction === direction)) {
      const payable = open.filter(
        ({ unpaidCents, replacedAt }) => unpaidCents > 0 && (replacedAt === null || move.at <= replacedAt),
      );
      const [first] = payable;
      if (!first) continue;
      documentByMove.set(move.id, first.number);
      let leftCents = move.cents;
      for (const document of payable) {
        const paidCents = Math.min(leftCents, document.unpaidCents);
        document.unpaidCents -= paidCents;
        leftCents -= paidCents;
      }
    }
  }
  return documentByMove;
}
