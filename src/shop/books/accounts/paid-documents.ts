import type { Cents } from '../../money.ts';

type Document = { number: string; kind: 'invoice' | 'credit-note'; grossCents: Cents };
type Move = { id: string; direction: 'in' | 'out'; cents: Cents };

const paidKinds = { in: 'invoice', out: 'credit-note' } as const;

/** Returns, by movement id, the first document that the money pays: money in pays invoices, money out credit notes, both in the order of issue. */
export function paidDocuments(documents: readonly Document[], moves: readonly Move[]): Map<string, string> {
  const documentByMove = new Map<string, string>();
  const open = documents.map((document) => ({ ...document, unpaidCents: document.grossCents }));
  for (const { id, direction, cents } of moves) {
    const unpaid = open.filter(({ kind, unpaidCents }) => kind === paidKinds[direction] && unpaidCents > 0);
    const [first] = unpaid;
    if (first) documentByMove.set(id, first.number);
    let leftCents = cents;
    for (const document of unpaid) {
      const paidCents = Math.min(leftCents, document.unpaidCents);
      document.unpaidCents -= paidCents;
      leftCents -= paidCents;
    }
  }
  return documentByMove;
}
