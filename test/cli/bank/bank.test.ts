import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { statementOf } from '../../support/bank/statement.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

const fileOf = async (content: string | Buffer) => {
  const file = join(await mkdtemp(join(tmpdir(), 'statement-')), 'statement.xml');
  writeFileSync(file, content);
  return file;
};
const bank = async (...args: string[]) => {
  const { code, out, err } = await shop.run(['bank', ...args]);
  return { code, out, err };
};
const importOf = async (...entries: Parameters<typeof statementOf>[0]) =>
  bank('import', await fileOf(statementOf(entries)));
const transferOrder = async () => {
  const number = await shop.order({ paymentMethod: 'bank_transfer' });
  const orders = shop.db.selectFrom('orders').select('reference').where('number', '=', number);
  return { number, reference: (await orders.executeTakeFirstOrThrow()).reference };
};
const firstEntry = async () =>
  String((JSON.parse((await bank('list', '--json')).out) as { entries: { id: number }[] }).entries[0]?.id);

test('bank import books matching transfers, and bank list shows the unassigned ones', async () => {
  const { number, reference } = await transferOrder();
  const entries = [
    { id: 'A', amount: '319.60', reference },
    { id: 'B', amount: '12.00', payer: 'Jaan Tamm', text: 'rehvid' },
  ];
  const imported = await importOf(...entries);
  expect(imported).toMatchObject({ code: 3, err: '' });
  expect(imported.out.split('\n').map((line) => line.trim())).toEqual([
    '1  booked for an order',
    '1  unassigned: see `bank list`',
    'Booked for orders: €319.60',
    '',
  ]);
  expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed' });
  expect((await bank('list')).out).toMatch(/2026-11-20 +12\.00 EUR +Jaan Tamm +rehvid +no reference number/);
  const all = JSON.parse((await bank('list', '--all', '--json')).out);
  expect(all.entries).toMatchObject([{ state: 'unassigned' }, { state: 'booked', number, amount: 319.6 }]);
  const again = JSON.parse((await bank('import', await fileOf(statementOf(entries)), '--json')).out);
  expect(again).toEqual({ ok: true, entries: { seen: 2 }, booked: 0 });
});

test('bank import leaves an entry of 0.00 unassigned, and books those after it', async () => {
  const { number, reference } = await transferOrder();
  const entries = [
    { id: 'A', amount: '0.00', reference },
    { id: 'B', amount: '319.60', reference },
  ];
  expect(await importOf(...entries)).toMatchObject({ code: 3, err: '' });
  expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed' });
});

test('bank import reads a file of the folder in which the operator called npm', async () => {
  const file = await fileOf(statementOf([{ amount: '12.00' }]));
  const env = { DATABASE_URL: shop.database.url, INIT_CWD: dirname(file) };
  const imported = await shop.run(['bank', 'import', basename(file)], undefined, { env });
  expect(imported).toMatchObject({ code: 3, err: '' });
});

test('bank assign books money by order number or reference, once', async () => {
  const [first, second] = [await transferOrder(), await transferOrder()];
  await importOf({ id: 'A', amount: '319.60' }, { id: 'B', amount: '100.00' });
  const entry = await firstEntry();
  const assigned = await bank('assign', entry, first.number.toLowerCase(), '--yes');
  expect(assigned).toMatchObject({ code: 0, out: `Order ${first.number} is confirmed, paid.\n` });
  expect(await bank('assign', entry, second.number, '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is assigned or ignored already'),
  });
  const part = await bank('assign', await firstEntry(), second.reference, '--yes');
  expect(part.out).toContain('€219.60 missing, to be reviewed: amount-mismatch');
  expect((await bank('list')).out).toBe('No unassigned money.\n');
  const states = shop.db.selectFrom('bank_entries').select(['state', 'assigned_by']).orderBy('id');
  expect(await states.execute()).toEqual([
    { state: 'booked', assigned_by: 'operator' },
    { state: 'part', assigned_by: 'operator' },
  ]);
});

test('bank list shows every unassigned entry, and bank assign names the amount of the last one', async () => {
  const { number } = await transferOrder();
  await importOf(...Array.from({ length: 501 }, (_, index) => ({ id: `E${index}`, amount: `${index + 1}.00` })));
  const { entries } = JSON.parse((await bank('list', '--json')).out) as { entries: { id: number; amount: number }[] };
  expect(entries).toMatchObject({ length: 501, 500: { amount: 501 } });
  const assigned = await shop.run(['bank', 'assign', String(entries[500]?.id), number], 'n');
  expect(assigned.err).toContain(`Book €501.00 for order ${number}`);
});

test('bank assign books a second payment and requests its refund', async () => {
  const { number, reference } = await transferOrder();
  await importOf({ id: 'A', amount: '319.60', reference });
  await importOf({ id: 'B', amount: '319.60', reference });
  expect((await bank('assign', await firstEntry(), number, '--yes')).code).toBe(0);
  expect(await shop.orderState(number)).toMatchObject({ status: 'confirmed', review: 'overpaid' });
  const refunds = shop.db.selectFrom('refunds').select(['reason', 'amount_cents', 'state']);
  expect(await refunds.execute()).toEqual([{ reason: 'overpaid', amount_cents: 31960, state: 'requested' }]);
});

test('bank assign asks about money for a paid order with nothing due, also if a part was refunded, and keeps it as surplus', async () => {
  const { number, reference } = await transferOrder();
  await importOf({ id: 'A', amount: '319.60', reference });
  await shop.run(['orders', 'refund', number, '--amount', '20', '--yes']);
  await shop.run(['orders', 'refunded', number, '--reference', 'out-1', '--yes']);
  await importOf({ id: 'B', amount: '20.00' });
  const assigned = await shop.run(['bank', 'assign', await firstEntry(), number], 'y');
  expect(assigned.err).toContain(`Book €20.00 for order ${number} of Mari Maasikas, €0.00 due?`);
  const states = shop.db.selectFrom('bank_entries').select('state').orderBy('id');
  expect(await states.execute()).toEqual([{ state: 'booked' }, { state: 'over' }]);
  expect(await shop.orderState(number)).toMatchObject({ review: 'overpaid' });
});

test('bank assign refuses the missing part of an order that was handed over, without saying that none is missing', async () => {
  const number = await shop.order();
  await shop.run(['orders', 'paid', number, '--method', 'card', '--amount', '300', '--yes']);
  for (const act of ['reviewed', 'complete']) await shop.run(['orders', act, number, '--yes']);
  await importOf({ amount: '19.60' });
  expect(await bank('assign', await firstEntry(), number, '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining(`order ${number} is handed over, and takes no more payments`),
  });
});

test('bank assign refuses debits, other currencies, unknown orders, and an order with a payment that the bank reversed', async () => {
  const { number, reference } = await transferOrder();
  const reversedEntry = { id: 'A', amount: '319.60', reference };
  await importOf(reversedEntry, { ...reversedEntry, direction: 'DBIT', reversal: true });
  await importOf({ id: 'B', amount: '319.60', reference });
  const entry = await firstEntry();
  expect((await bank('assign', entry, 'R26-00000', '--yes')).err).toContain('there is no order R26-00000');
  expect((await bank('assign', entry, number, '--yes')).err).toContain('the bank reversed a payment of this order');
  expect((await bank('ignore', entry, 'the same money again')).code).toBe(0);
  await importOf({ id: 'C', currency: 'SEK' });
  expect((await bank('assign', await firstEntry(), number, '--yes')).err).toContain('not in euros');
  expect((await bank('assign', '99', number, '--yes')).err).toContain('there is no bank entry 99');
});

test('bank ignore stores a reason, and refuses an entry that is ignored already', async () => {
  await importOf({ amount: '5000.00', payer: 'Omanik' });
  const entry = await firstEntry();
  expect(await bank('ignore', entry, 'loan of the owner')).toMatchObject({
    code: 0,
    out: `Entry ${entry} belongs to no order: loan of the owner\n`,
  });
  expect((await bank('ignore', entry, 'again')).code).toBe(1);
  expect((await bank('list', '--all')).out).toMatch(/ignored +loan of the owner +Omanik/);
});

test('bank import refuses a file of 50 MB, a DOCTYPE declaration, and a file that is no statement', async () => {
  expect((await bank('import', await fileOf(Buffer.alloc(50 * 1024 * 1024)))).err).toContain('at most 10 MB');
  const doctype = statementOf([]).replace('?>', '?><!DOCTYPE Document SYSTEM "file:///etc/passwd">');
  expect((await bank('import', await fileOf(doctype))).err).toContain('contains a DOCTYPE declaration');
  expect((await bank('import', await fileOf('<a/>'))).err).toContain('no bank statement');
  expect((await bank('import', '/nonexistent.xml')).err).toContain('cannot read /nonexistent.xml');
});
