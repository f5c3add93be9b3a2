import { expect, test } from 'vitest';
import { shopOfOrders } from '../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();

async function json(...args: string[]) {
  const { code, out, err } = await shop.run(['documents', ...args, '--json']);
  return code === 0 ? JSON.parse(out) : { code, err };
}

/** Sells four tires at 79.90 € each over the counter. Returns the number of the order. */
async function sell(...options: string[]): Promise<string> {
  const { out } = await shop.run(['orders', 'sell', '--branch', 'ringtee', 'tire=4', '--cash', ...options, '--json']);
  return JSON.parse(out).order.number;
}

test('documents list: lists invoices, credit notes and receipts in the order of issue, filtered by kind, day and order', async () => {
  const number = await sell();
  await sell();
  await shop.run(['orders', 'take-back', number, 'tire=1', '--condition', 'new', '--to', 'ringtee']);
  const { documents } = await json('list', '--order', number.toLowerCase());
  expect(documents).toMatchObject([
    { kind: 'receipt', sum: 319.6, credits: null },
    { kind: 'invoice', orderNumber: number, net: 257.74, vat: 61.86, sum: 319.6 },
    { kind: 'credit-note', sum: 79.9 },
  ]);
  expect(documents[2].credits).toBe(documents[1].number);
  expect((await json('list', '--kind', 'invoice')).documents).toHaveLength(2);
  const { issuedOn } = documents[0];
  expect((await json('list', '--from', issuedOn, '--to', issuedOn)).documents).toHaveLength(5);
  expect((await json('list', '--to', '2020-01-01')).documents).toEqual([]);
  const { out } = await shop.run(['documents', 'list', '--kind', 'credit-note']);
  expect(out).toMatch(/^number +kind .*\n\d{9} +credit-note .* 79\.90 /);
});

test('documents show: prints a document as it was issued', async () => {
  const number = await sell();
  const { documents } = await json('list', '--kind', 'invoice', '--order', number);
  const { out } = await shop.run(['documents', 'show', documents[0].number]);
  expect(out).toContain(`invoice ${documents[0].number} of`);
  expect(out).toContain('24 %: net 257.74, VAT 61.86\nsum 319.60\n');
  expect((await json('show', documents[0].number)).document).toMatchObject({
    seller: { vatNumber: 'EE000000000' },
    taxes: [{ vatPercent: 24, netCents: 25774 }],
  });
  expect(await shop.run(['documents', 'show', '1'])).toMatchObject({
    code: 1,
    err: 'documents show: there is no document 1\n',
  });
});

test('documents send: mails a document again to the address of its order or to another one; refuses an order without address', async () => {
  const number = await sell('--email', 'mari@example.com', '--name', 'Mari Maasikas');
  const [receipt] = (await json('list', '--order', number)).documents;
  expect(await json('send', receipt.number)).toEqual({ number: receipt.number, to: 'mari@example.com' });
  expect(await shop.run(['documents', 'send', '1'])).toMatchObject({
    code: 1,
    err: 'documents send: there is no document 1\n',
  });
  expect(await json('send', receipt.number, '--to', 'kati@example.com')).toEqual({
    number: receipt.number,
    to: 'kati@example.com',
  });
  expect(await json('send', receipt.number, '--to', 'kati')).toMatchObject({ code: 2 });
  const [nameless] = (await json('list', '--order', await sell())).documents;
  expect(await json('send', nameless.number)).toMatchObject({ code: 1 });
  expect(await json('send', nameless.number, '--to', 'kati@example.com')).toMatchObject({ to: 'kati@example.com' });
});

test('documents credit: issues a credit note with a reason and refunds a part, never more than was paid', async () => {
  const number = await sell();
  const { documents } = await json('list', '--order', number, '--kind', 'invoice');
  const because = ['--reason', 'scratched side'];
  const credit = (amount: string, reason = because) =>
    json('credit', documents[0].number, '--amount', amount, ...reason, '--yes');
  const { issued } = await credit('20');
  expect((await json('show', issued[0])).document).toMatchObject({
    reason: 'price-reduction',
    note: 'scratched side',
    grossCents: 2_000,
  });
  expect((await shop.run(['documents', 'show', issued[0]])).out).toContain('price-reduction: scratched side');
  for (const reason of [[], ['--reason', 'x'.repeat(201)]])
    expect(await credit('1', reason)).toMatchObject({ code: 2 });
  expect(await credit('300')).toMatchObject({ code: 1 });
  const [receipt] = (await json('list', '--order', number, '--kind', 'receipt')).documents;
  expect(await json('credit', receipt.number, '--amount', '1', ...because, '--yes')).toMatchObject({ code: 1 });
});

test('documents credit: names the sum of the credit note, which leaves out what was credited before', async () => {
  const number = await sell();
  const [invoice] = (await json('list', '--order', number, '--kind', 'invoice')).documents;
  await shop.run(['orders', 'take-back', number, 'tire=1', '--condition', 'new', '--to', 'ringtee']);
  const credit = (amount: string, ...options: string[]) =>
    shop.run(['documents', 'credit', invoice.number, '--amount', amount, '--reason', 'worn', '--yes', ...options]);
  const { out } = await credit('50');
  expect(out).toBe(
    '€50.00 are refunded. This money was credited before, or not invoiced: no credit note was issued.\n',
  );
  const partly = await credit('50');
  expect(partly.out).toMatch(
    /^Credit note \d{9} for €20\.10; €50\.00 are refunded\. The rest was credited before, or not invoiced\.\n$/,
  );
  expect(JSON.parse((await credit('10', '--json')).out)).toMatchObject({ credited: 10, refunded: 10 });
});

test('documents company: credits the invoice of the person and invoices the company, once', async () => {
  const number = await sell();
  const company = (...options: string[]) => json('company', number, ...options, '--yes');
  const veod = ['--company', 'Veod OÜ', '--reg-code', '10421629'];
  const { issued } = await company(...veod);
  expect((await json('show', issued[1])).document).toMatchObject({ kind: 'invoice', buyer: { name: 'Veod OÜ' } });
  expect(await company(...veod)).toMatchObject({ code: 1 });
  expect(await company('--company', 'Veod OÜ', '--reg-code', '10421628')).toMatchObject({ code: 2 });
  expect(await company()).toMatchObject({ code: 2 });
  expect((await company('--no-company')).issued).toHaveLength(2);
});

test('documents backfill: earlier orders get documents in the order of their supply, once; --dry-run issues none', async () => {
  const numbers = [await sell(), await sell()];
  await shop.db.connection().execute(async (db) => {
    const { sql } = await import('kysely');
    for (const statement of [
      'set session_replication_role = replica',
      'delete from money_document_lines',
      'delete from money_documents',
      'delete from document_series',
      'update orders set issues_documents = false',
      `update payment_ledger set at = at - interval '2 days' where order_id = (select max(id) from orders)`,
      'set session_replication_role = origin',
    ])
      await sql.raw(statement).execute(db);
  });
  const backfill = (...options: string[]) => json('backfill', '--from', '2020-01-01', ...options);
  expect(await backfill('--dry-run')).toMatchObject({ issued: 4, dryRun: true });
  expect((await json('list')).documents).toEqual([]);
  const { orders, issued } = await backfill();
  expect(issued).toBe(4);
  expect(orders).toHaveLength(2);
  const { documents } = await json('list', '--kind', 'invoice');
  expect(documents.map(({ orderNumber }: { orderNumber: string }) => orderNumber)).toEqual(numbers.toReversed());
  expect(await backfill()).toMatchObject({ orders: [], issued: 0 });
  expect(await shop.run(['documents', 'backfill'])).toMatchObject({ code: 2 });
});
