import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentsDue, type OrderToInvoice } from './documents-due.ts';
import type { OpenLine } from './open-lines.ts';
import { sumOf, withVat } from './vat-by-rate.ts';

const hakka = { tireId: 'hakka', name: 'Hakka', priceCents: 10_000, count: 4, withBuyer: 0, returned: 0 };
const paid: OrderToInvoice = {
  isClosed: false,
  isPaidUp: true,
  lines: [hakka],
  netPaidCents: 40_000,
  priceRefundsCents: 0,
  depositCents: 0,
};
const unpaid = { ...paid, isPaidUp: false, netPaidCents: 0 };

/** Issues the documents that are due. Returns the open lines afterwards, and the gross sum of each document, negative for credit notes. */
function issue(order: OrderToInvoice, open: OpenLine[] = []) {
  const grosses: number[] = [];
  let lines = open;
  for (let calls = 1; ; calls += 1) {
    const due = documentsDue(order, lines);
    if (!due) return { lines, grosses };
    if (calls === 5) throw new Error('documents are still due after five calls');
    for (const [id, credited] of due.creditNotesByInvoiceId) {
      grosses.push(-sumOf(credited).grossCents);
      lines = lines.flatMap((line) => {
        const credit = credited.find(({ position }) => position === line.position && id === line.documentId);
        const left = credit ? minus(line, credit) : line;
        return left.count === 0 && left.grossCents === 0 ? [] : [left];
      });
    }
    const cents = due.prepaymentCents;
    const prepayment = {
      kind: 'prepayment',
      tireId: null,
      name: '',
      count: 1,
      priceCents: cents,
      grossCents: cents,
    } as const;
    const prepaymentInvoice = cents > 0 ? [prepayment] : [];
    for (const newLines of [due.invoice, prepaymentInvoice]) {
      if (newLines.length === 0) continue;
      const documentId = 1 + Math.max(0, ...lines.map((line) => line.documentId));
      const issued = withVat(newLines.map((line, index) => ({ ...line, documentId, position: index, vatPercent: 24 })));
      grosses.push(sumOf(issued).grossCents);
      lines = [...lines, ...issued];
    }
  }
}

function minus(line: OpenLine, credit: Pick<OpenLine, 'count' | 'netCents' | 'vatCents' | 'grossCents'>): OpenLine {
  return {
    ...line,
    count: line.count - credit.count,
    netCents: line.netCents - credit.netCents,
    vatCents: line.vatCents - credit.vatCents,
    grossCents: line.grossCents - credit.grossCents,
  };
}

test('a paid order is invoiced once', () => {
  const { lines, grosses } = issue(paid);
  expect(grosses).toEqual([40_000]);
  expect(issue(paid, lines).grosses).toEqual([]);
});

test('an unpaid order is invoiced for the tires that are handed over', () => {
  expect(issue(unpaid).grosses).toEqual([]);
  const { lines, grosses } = issue({ ...unpaid, lines: [{ ...hakka, withBuyer: 1 }] });
  expect(grosses).toEqual([10_000]);
  expect(issue({ ...paid, lines: [{ ...hakka, withBuyer: 1 }] }, lines).grosses).toEqual([30_000]);
});

test('a payment that is taken back does not cause a credit note', () => {
  const { lines } = issue(paid);
  expect(issue(unpaid, lines).grosses).toEqual([]);
});

test('a closed order is credited in full', () => {
  const { lines } = issue(paid);
  expect(issue({ ...unpaid, isClosed: true }, lines)).toEqual({ lines: [], grosses: [-40_000] });
});

describe('after a hand-over', () => {
  const handedOver = { ...paid, lines: [{ ...hakka, withBuyer: 4 }] };
  const { lines } = issue(handedOver);
  const returned = { ...handedOver, lines: [{ ...hakka, withBuyer: 2, returned: 2 }] };

  test('returned tires are credited, and their refund changes nothing', () => {
    const after = issue(returned, lines);
    expect(after.grosses).toEqual([-20_000]);
    const refunded = { ...returned, netPaidCents: 20_000, priceRefundsCents: 20_000 };
    expect(issue(refunded, after.lines).grosses).toEqual([]);
  });

  test('a refund before the tires come back lowers the price, and their return issues nothing', () => {
    const refund = { netPaidCents: 20_000, priceRefundsCents: 20_000 };
    const after = issue({ ...handedOver, ...refund }, lines);
    expect(after.grosses).toEqual([-20_000]);
    expect(issue({ ...returned, ...refund }, after.lines).grosses).toEqual([]);
  });

  test('after a price reduction a withdrawal credits only the reduced price', () => {
    const reduction = { netPaidCents: 38_000, priceRefundsCents: 2000 };
    const { lines: left, grosses } = issue({ ...handedOver, ...reduction }, lines);
    expect(grosses).toEqual([-2000]);
    expect(left[0]).toMatchObject({ count: 4, grossCents: 38_000 });
    const withdrawn = { ...handedOver, lines: [{ ...hakka, returned: 4 }], ...reduction };
    expect(issue(withdrawn, left)).toEqual({ lines: [], grosses: [-38_000] });
  });

  test('a refund that fails and is repeated is credited once', () => {
    const goodwill = { ...handedOver, netPaidCents: 38_000, priceRefundsCents: 2000 };
    const { lines: left } = issue(goodwill, lines);
    expect(issue(handedOver, left).grosses).toEqual([]);
    expect(issue(goodwill, left).grosses).toEqual([]);
  });

  test('tires whose return was a mistake are invoiced again', () => {
    const { lines: left } = issue(returned, lines);
    expect(issue(handedOver, left).grosses).toEqual([20_000]);
  });
});

test('a swap of tires credits the old ones, invoices the new ones, and grants an earlier price reduction again', () => {
  const { lines } = issue(paid);
  const reduced = { ...paid, netPaidCents: 38_000, priceRefundsCents: 2000 };
  const { lines: left } = issue(reduced, lines);
  const swapped = { ...hakka, tireId: 'alpin', name: 'Alpin', priceCents: 9000 };
  const after = { ...reduced, lines: [swapped], netPaidCents: 4 * 9000 - 2000 };
  expect(issue(after, left).grosses).toEqual([-38_000, 4 * 9000, -2000]);
});

describe('a deposit', () => {
  const deposit = { ...unpaid, netPaidCents: 10_000, depositCents: 10_000 };
  const { lines, grosses } = issue(deposit);

  test('has an invoice of its own, which the invoice of the tires deducts', () => {
    expect(grosses).toEqual([10_000]);
    expect(issue(deposit, lines).grosses).toEqual([]);
    const allPaidAtBranch = { ...paid, depositCents: 40_000 };
    const final = issue(allPaidAtBranch, lines);
    expect(final.grosses).toEqual([30_000]);
    expect(final.lines.map(({ kind, grossCents }) => [kind, grossCents])).toEqual([
      ['prepayment', 10_000],
      ['tires', 40_000],
      ['deduction', -10_000],
    ]);
    expect(issue(paid, final.lines).grosses).toEqual([]);
    expect(issue({ ...unpaid, isClosed: true }, final.lines).grosses).toEqual([-30_000, -10_000]);
  });

  test('is credited when it is paid back, whether the order is cancelled or stays open', () => {
    expect(issue({ ...unpaid, isClosed: true }, lines)).toEqual({ lines: [], grosses: [-10_000] });
    expect(issue(unpaid, lines).grosses).toEqual([-10_000]);
  });
});

test('no document has a negative net or VAT after the tires of an order with a deducted deposit are removed', () => {
  // Amounts that once failed, found by the test of random orders.
  const tires = [
    { ...hakka, priceCents: 2890, count: 5, returned: 1 },
    { ...hakka, tireId: 'alpin', name: 'Alpin', priceCents: 9614, count: 7 },
  ];
  const deposit = issue({ ...unpaid, lines: [], depositCents: 9817 });
  const invoiced = issue({ ...paid, lines: tires, netPaidCents: 0, priceRefundsCents: 37_189 }, deposit.lines);
  const { lines } = issue({ ...unpaid, lines: [] }, invoiced.lines);
  for (const [, ofDocument] of Map.groupBy(lines, ({ documentId }) => documentId)) {
    const { netCents, vatCents } = sumOf(ofDocument);
    expect(Math.min(netCents, vatCents)).toBeGreaterThanOrEqual(0);
  }
});

test('a line of odd cents is credited exactly when its tires are returned one by one', () => {
  const odd = { ...hakka, priceCents: 3333, count: 3 };
  const order = { ...paid, lines: [odd], netPaidCents: 9999 };
  let { lines } = issue(order);
  for (const returned of [1, 2, 3]) ({ lines } = issue({ ...order, lines: [{ ...odd, returned }] }, lines));
  expect(lines).toEqual([]);
});

test('for random orders no sum of open lines is negative, and nothing is due twice', () => {
  const line = fc
    .record({
      priceCents: fc.integer({ min: 1, max: 30_000 }),
      count: fc.integer({ min: 1, max: 8 }),
      maxReturned: fc.nat(8),
      maxWithBuyer: fc.nat(8),
    })
    .map(({ priceCents, count, maxReturned, maxWithBuyer }) => {
      const returned = Math.min(maxReturned, count);
      return {
        tireId: `tire-${priceCents}`,
        name: '',
        priceCents,
        count,
        returned,
        withBuyer: Math.min(maxWithBuyer, count - returned),
      };
    });
  const order = fc
    .record({
      isClosed: fc.boolean(),
      isPaidUp: fc.boolean(),
      lines: fc.uniqueArray(line, { maxLength: 3, selector: ({ priceCents }) => priceCents }),
      netPaidCents: fc.nat(200_000),
      priceRefundsCents: fc.nat(50_000),
      depositCents: fc.nat(50_000),
    })
    .map((order) => ({
      ...order,
      lines: order.lines.map((line) => (order.isClosed ? { ...line, withBuyer: 0 } : line)),
    }));
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 6 }), (states) => {
      let lines: OpenLine[] = [];
      for (const state of states) {
        ({ lines } = issue(state, lines));
        expect(issue(state, lines).grosses).toEqual([]);
        for (const [, ofDocument] of Map.groupBy(lines, ({ documentId }) => documentId)) {
          const { netCents, vatCents, grossCents } = sumOf(ofDocument);
          expect(Math.min(netCents, vatCents, grossCents)).toBeGreaterThanOrEqual(0);
          if (grossCents === 0) expect([netCents, vatCents]).toEqual([0, 0]);
        }
        for (const { kind, netCents, vatCents, grossCents } of lines)
          if (kind !== 'deduction') expect(Math.min(netCents, vatCents, grossCents)).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 500 },
  );
});
