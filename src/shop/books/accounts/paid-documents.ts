import type { Cents } from '../../money.ts';

/** `replacedAt`: when the invoice was credited and issued again to another buyer; null: it was not. */
type Document = { number: string; kind: 'invoice' | 'credit-note'; grossCents: Cents; replacedAt: Date | null };
type Move = { id: string; direction: 'in' | 'out'; cents: Cents; at: Date };

const paidKinds = { in: 'invoice', out: 'credit-note' } as const;

/** Returns, by movement id, the first document that the money pays: money in pays invoices, money out credit notes, both in the order of issue.
 * Money that comes after an invoice was replaced does not pay it. */
export function paidDocuments(documents: readonly Document[], moves: readonly Move[]): Map<string, string> {
  const documentByMove = new Map<string, string>();
  const open = documents.map((document) => ({ ...document, unpaidCents: document.grossCents }));
  for (const { id, direction, cents, at } of moves) {
    const payable = open.filter(({ kind, unpaidCents, replacedAt }) => {
      const wasReplacedBefore = replacedAt !== null && at > replacedAt;
      return kind === paidKinds[direction] && unpaidCents > 0 && !wasReplacedBefore;
    });
    const [first] = payable;
    if (first) documentByMove.set(id, first.number);
    let leftCents = cents;
    for (const document of payable) {
      const paidCents = Math.min(leftCents, document.unpaidCents);
      document.unpaidCents -= paidCents;
      leftCents -= paidCents;
    }
  }
  return documentByMove;
}
