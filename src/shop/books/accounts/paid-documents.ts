import type { Cents } from '../../money.ts';

/** `replacedAt`: when the invoice was credited and issued again to another buyer; null: it was not. */
type Document = { number: string; kind: 'invoice' | 'credit-note'; grossCents: Cents; replacedAt: Date | null };
/** `refundsSurplus`: a refund of money that was paid too much or too late. */
type Move = { id: string; direction: 'in' | 'out'; cents: Cents; at: Date; refundsSurplus: boolean };

const paidKinds = { in: 'invoice', out: 'credit-note' } as const;

/** Returns, by movement id, the first document that the money pays: money in pays invoices, money out credit notes, both in the order of issue.
 * Money that comes after an invoice was replaced does not pay it, and a refund of surplus money pays a credit note only as far as it exceeds the surplus. */
export function paidDocuments(documents: readonly Document[], moves: readonly Move[]): Map<string, string> {
  const documentByMove = new Map<string, string>();
  const open = documents.map((document) => ({ ...document, unpaidCents: document.grossCents }));
  let surplusCents = 0;
  for (const { id, direction, cents, at, refundsSurplus } of moves) {
    const payable = open.filter(({ kind, unpaidCents, replacedAt }) => {
      const wasReplacedBefore = replacedAt !== null && at > replacedAt;
      return kind === paidKinds[direction] && unpaidCents > 0 && !wasReplacedBefore;
    });
    const fromSurplusCents = refundsSurplus ? Math.min(cents, surplusCents) : 0;
    surplusCents -= fromSurplusCents;
    let leftCents = cents - fromSurplusCents;
    const [first] = payable;
    if (first && leftCents > 0) documentByMove.set(id, first.number);
    for (const document of payable) {
      const paidCents = Math.min(leftCents, document.unpaidCents);
      document.unpaidCents -= paidCents;
      leftCents -= paidCents;
    }
    if (direction === 'in') surplusCents += leftCents;
  }
  return documentByMove;
}
