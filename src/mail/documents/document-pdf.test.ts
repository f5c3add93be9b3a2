import { describe, expect, test } from 'vitest';
import { pdfPages } from '../../../test/support/pdf-text.ts';
import type { MoneyDocument } from '../../shop/books/documents/money-document.ts';
import { sumOf, sumsByRate, withVat } from '../../shop/books/documents/vat-by-rate.ts';
import { type Locale, localeIds } from '../../shop/locale.ts';
import { documentFileName, documentPdf } from './document-pdf.ts';

/** An invoice of four tires at 79.90 € each that were paid by card at the branch, with `changes`. */
function moneyDocument(changes: Partial<MoneyDocument> = {}): MoneyDocument {
  const line = { position: 1, kind: 'tires', tireId: 'hakka', count: 4, vatPercent: 24, grossCents: 31960 } as const;
  const lines = changes.lines ?? withVat([{ ...line, name: 'Nokian Hakka Blue 3 205/55 R16 91V XL' }]);
  return {
    id: 1,
    kind: 'invoice',
    number: '261000017',
    issuedOn: '2026-11-20',
    suppliedOn: '2026-11-19',
    dueOn: null,
    locale: 'ee',
    orderNumber: 'R26-4F7K2',
    reference: '26146180787',
    branch: { id: 'ringtee', name: 'Ringtee', address: 'Ringtee 75, 50501 Tartu' },
    seller: {
      name: 'Rehvipood OÜ',
      regCode: '00000000',
      vatNumber: 'EE000000000',
      address: 'Ringtee 75, 50501 Tartu',
      email: 'info@rehvipood.example',
      phone: '+372 700 0101',
      iban: 'EE382200221020145685',
    },
    buyer: { kind: 'person', name: 'Mari Maasikas', regCode: null, vatNumber: null },
    creditedInvoice: null,
    reason: null,
    note: '',
    payments: [{ paidOn: '2026-11-20', cents: 31960, method: 'pay_at_branch', tender: 'card', roundingCents: 0 }],
    ...changes,
    lines,
    taxes: sumsByRate(lines),
    ...sumOf(lines),
  };
}

const pagesOf = async (document: MoneyDocument) =>
  (await pdfPages(await documentPdf(document))).map((page) => page.replaceAll('\u00A0', ' '));

test.each([
  [
    'ee',
    [
      'Arve nr 261000017',
      '20. november 2026',
      '257,74 €',
      '61,86 €',
      '319,60 €',
      'Makstud 20. november 2026 · Pangakaart',
    ],
  ],
  ['ru', ['Счёт № 261000017', '20 ноября 2026', '257,74 €', '61,86 €', '319,60 €', 'Банковская карта']],
  ['en', ['Invoice 261000017', '20 November 2026', '€257.74', '€61.86', '€319.60', 'Bank card']],
] as const)('an invoice in %s names both parties, the tires, the VAT and the payment', async (locale, facts) => {
  const [page = ''] = await pagesOf(moneyDocument({ locale }));
  for (const fact of [...facts, 'Rehvipood OÜ', 'EE000000000', '00000000', 'Mari Maasikas', 'R26-4F7K2', '205/55 R16'])
    expect(page).toContain(fact);
  expect(page).not.toMatch(unfilledPlaceholderOrMessageKey);
});

const unfilledPlaceholderOrMessageKey = /\{\w|document\./;

test('the unit price without VAT is the sum of the line divided by the count, not rounded to cents', async () => {
  // 257,74 € for four tires.
  expect((await pagesOf(moneyDocument()))[0]).toContain('64,435 €');
});

test('an invoice to a company shows its codes; an unpaid one shows the due day, account and amount', async () => {
  const buyer = {
    kind: 'company',
    name: 'Veod OÜ',
    regCode: '12345678',
    vatNumber: 'EE100421628',
    address: 'Tehase 12, 50107 Tartu',
  } as const;
  const [page = ''] = await pagesOf(moneyDocument({ buyer, dueOn: '2026-11-27', payments: [] }));
  for (const fact of [
    'Veod OÜ',
    '12345678',
    'EE100421628',
    'Tehase 12, 50107 Tartu',
    '27. november 2026',
    'EE38 2200 2210 2014 5685',
    '26146180787',
  ])
    expect(page).toContain(fact);
  expect(page).toMatch(/Tasuda\s+319,60 €/);
});

test('a credit note names its invoice and the reason, and its amounts are negative', async () => {
  const creditedInvoice = { number: '261000017', issuedOn: '2026-11-20' };
  const [page = ''] = await pagesOf(
    moneyDocument({ kind: 'credit-note', number: '262000003', creditedInvoice, reason: 'returned', payments: [] }),
  );
  for (const fact of ['Kreeditarve nr 262000003', 'nr 261000017, 20. november 2026', 'rehvid tagastati'])
    expect(page).toContain(fact);
  expect(page).toMatch(/[−-]319,60 €/);
});

test('a credit note prints the note of the employee after its reason', async () => {
  const creditedInvoice = { number: '261000017', issuedOn: '2026-11-20' };
  const changes = { kind: 'credit-note', creditedInvoice, reason: 'price-reduction', payments: [] } as const;
  const [page = ''] = await pagesOf(moneyDocument({ ...changes, note: 'kriimustatud külg' }));
  expect(page).toContain('hinda alandati: kriimustatud külg');
  expect((await pagesOf(moneyDocument(changes)))[0]).not.toContain('hinda alandati:');
});

test('a receipt says how much cash changed hands, and by how much it was rounded', async () => {
  const payment = {
    paidOn: '2026-11-20',
    cents: 3078,
    method: 'pay_at_branch',
    tender: 'cash',
    roundingCents: 2,
  } as const;
  const [page = ''] = await pagesOf(
    moneyDocument({ kind: 'receipt', number: '263000001', payments: [payment], lines: [] }),
  );
  expect(page).toContain('Kviitung nr 263000001');
  expect(page).toMatch(/Sularaha ümardus\s+0,02 €/);
  expect(page).toMatch(/Saadud · Sularaha\s+30,80 €/);
  const refund = { ...payment, cents: -3078, roundingCents: -2 };
  expect((await pagesOf(moneyDocument({ kind: 'receipt', payments: [refund], lines: [] })))[0]).toMatch(
    /Tagasi makstud · Sularaha\s+30,80 €/,
  );
});

test('an invoice shows the deduction of a prepayment, and only the payment of the invoice itself', async () => {
  const line = { position: 1, tireId: null, name: '', vatPercent: 24 };
  const lines = withVat([
    { ...line, kind: 'tires' as const, name: 'Rehv', count: 4, grossCents: 31960 },
    { ...line, kind: 'deduction' as const, count: -1, grossCents: -10000 },
  ]);
  const payment = { paidOn: '2026-11-20', method: 'pay_at_branch', tender: 'card', roundingCents: 0 } as const;
  const payments = [10000, 21960].map((cents) => ({ ...payment, cents }));
  const [page = ''] = await pagesOf(moneyDocument({ lines, payments }));
  expect(page).toMatch(/Maha arvatud ettemaks[\s\S]*Kokku\s+219,60 €/);
  expect(page.match(/Makstud 20\. november/g)).toHaveLength(1);
});

describe('an invoice', () => {
  test.each(localeIds)('shows a name with Estonian and Cyrillic letters in %s', async (locale: Locale) => {
    const name = 'Õie Šmidt-Žukova äöüž Щукарёв';
    const [page = ''] = await pagesOf(moneyDocument({ locale, buyer: { ...moneyDocument().buyer, name } }));
    expect(page).toContain(name);
  });

  test('lists all tires on several numbered pages', async () => {
    const manyLines = Array.from({ length: 60 }, (_, index) => ({
      ...moneyDocument().lines[0],
      position: index + 1,
      name: `Rehv ${index + 1} ${'pika nimega '.repeat(8)}`,
    })) as MoneyDocument['lines'];
    const pages = await pagesOf(moneyDocument({ lines: manyLines }));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.at(-1)).toContain(`Leht ${pages.length}/${pages.length}`);
    for (const { position } of manyLines) expect(pages.join('\n')).toContain(`Rehv ${position} `);
  });
});

test('the same document gives the same bytes, in a file with its number', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => documentPdf(moneyDocument())));
  expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
  expect(documentFileName(moneyDocument())).toBe('arve-261000017.pdf');
});
