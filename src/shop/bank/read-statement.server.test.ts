import { expect, test } from 'vitest';
import { ownAccount, statementOf, stmtOf } from '../../../test/support/bank/statement.ts';
import { readStatement } from './read-statement.server.ts';

const read = (xml: string | Buffer) => {
  const statement = readStatement(typeof xml === 'string' ? Buffer.from(xml) : xml);
  if (!statement.ok) throw new Error(`${statement.reason} ${statement.detail ?? ''}`);
  return statement;
};
const refusalOf = (xml: string | Buffer) => readStatement(typeof xml === 'string' ? Buffer.from(xml) : xml);

test.each([
  { version: '02', prefix: '' },
  { version: '08', prefix: '' },
  { version: '02', prefix: 'ns2' },
] as const)('reads a transfer of version $version with prefix "$prefix"', (options) => {
  const entry = { reference: '26001234561', text: 'Rehvid &amp; velg', payer: 'Õie Žukova', endToEnd: 'E2E-7' };
  expect(read(statementOf([entry], options))).toEqual({
    ok: true,
    accounts: [ownAccount],
    entries: [
      {
        account: ownAccount,
        entryId: '2026112000001',
        bankId: '2026112000001',
        earlierRepeats: 0,
        transactionIds: ['2026112000001', 'E2E-7'],
        currency: 'EUR',
        isBooked: true,
        direction: 'credit',
        isReversal: false,
        bookedOn: '2026-11-20',
        amountCents: 31956,
        payerName: 'Õie Žukova',
        payerIban: 'EE471000001020145685',
        references: ['26001234561'],
        text: 'Rehvid & velg',
      },
    ],
  });
});

test('reads the encoding that the XML declaration names, also after a byte order mark', () => {
  const latin1 = statementOf([{ payer: 'Õie Pärn' }], { encoding: 'ISO-8859-1' });
  expect(read(Buffer.from(latin1, 'latin1')).entries[0]?.payerName).toBe('Õie Pärn');
  const baltic = statementOf([{ payer: 'X' }], { encoding: 'ISO-8859-13' });
  expect(read(Buffer.from(baltic.replace('>X<', '>\xd0\xfe<'), 'latin1')).entries[0]?.payerName).toBe('Šž');
  const byteOrderMark = '\u{feff}';
  expect(read(`${byteOrderMark}${statementOf([{}])}`).entries).toHaveLength(1);
});

test('refuses bytes that are not valid in the declared encoding, and an unknown encoding', () => {
  const latin1DeclaredAsUtf8 = Buffer.from(statementOf([{ payer: 'Õie' }], { encoding: 'UTF-8' }), 'latin1');
  expect(refusalOf(latin1DeclaredAsUtf8)).toEqual({ ok: false, reason: 'encoding' });
  expect(refusalOf(statementOf([], { encoding: 'EBCDIC-9' }))).toEqual({ ok: false, reason: 'encoding' });
});

test('reads each transaction of an entry with its own amount and id', () => {
  for (const version of ['02', '08'] as const) {
    const parts = [
      { amount: '100.00', reference: '1' },
      { amount: '219.56', reference: '2', payer: 'Jaan' },
    ];
    expect(read(statementOf([{ amount: '319.56', parts }], { version })).entries).toMatchObject([
      { bankId: '2026112000001/1', amountCents: 10000, references: ['1'] },
      { bankId: '2026112000001/2', amountCents: 21956, references: ['2'], payerName: 'Jaan' },
    ]);
  }
});

test('keeps an entry undivided if its transactions do not add up to its amount, and leaves out their references', () => {
  const parts = [
    { amount: '100.00', reference: '1' },
    { amount: '219.55', reference: '2' },
  ];
  expect(read(statementOf([{ amount: '319.56', parts }])).entries).toMatchObject([
    { bankId: '2026112000001', amountCents: 31956, references: [], payerName: null },
  ]);
});

test('an entry without a bank’s id gets a hash that is the same in each statement, and differs between two equal payments', () => {
  const entry = { id: null, text: 'a' };
  const ids = read(statementOf([entry, entry, { ...entry, text: 'b' }])).entries.map(({ bankId }) => bankId);
  expect(new Set(ids).size).toBe(3);
  const idsOfReordered = read(statementOf([{ ...entry, text: 'b' }, entry, entry])).entries.map(({ bankId }) => bankId);
  expect(new Set(idsOfReordered)).toEqual(new Set(ids));
});

test('reads several statements and accounts of one file', () => {
  const otherAccount = 'EE471000001020145685';
  const twoStatements = statementOf([{}]).replace(
    '</BkToCstmrStmt>',
    `${stmtOf([{ id: 'B' }], { account: otherAccount })}</BkToCstmrStmt>`,
  );
  expect(read(twoStatements)).toMatchObject({
    accounts: [ownAccount, otherAccount],
    entries: [{ account: ownAccount }, { account: otherAccount }],
  });
});

test('marks pending entries, debits and reversals', () => {
  const entries = [{ status: 'PDNG' }, { direction: 'DBIT' }, { direction: 'DBIT', reversal: true }] as const;
  expect(read(statementOf([...entries])).entries).toMatchObject([
    { isBooked: false, direction: 'credit' },
    { isBooked: true, direction: 'debit', isReversal: false },
    { isBooked: true, direction: 'debit', isReversal: true },
  ]);
});

test.each([
  ['a document type', statementOf([]).replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'), 'document-type'],
  ['an unknown entity', statementOf([{ text: '&a;' }]), 'malformed'],
  ['an entity of HTML', statementOf([{ text: '&nbsp;' }]), 'malformed'],
  ['a file of 50 MB', Buffer.alloc(50 * 1024 * 1024, 'a'), 'too-large'],
  ['a cut file', statementOf([{}]).slice(0, -40), 'malformed'],
  ['an empty file', '', 'not-a-statement'],
  ['a CSV file', 'day;amount', 'malformed'],
  ['another message', statementOf([{}]).replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'), 'not-a-statement'],
  ['an amount that is no number', statementOf([{ amount: '1e3' }]), 'malformed'],
  ['an amount with thousandths', statementOf([{ amount: '1.005' }]), 'malformed'],
  ['a booked entry without a day', statementOf([{ day: '' }]), 'malformed'],
  ['a booked entry of 30 February', statementOf([{ day: '2026-02-30' }]), 'malformed'],
  ['elements of 100 levels', statementOf([{ text: '<a>'.repeat(100) + '</a>'.repeat(100) }]), 'malformed'],
])('refuses %s', (_, file, reason) => {
  expect(refusalOf(file)).toMatchObject({ ok: false, reason });
});
