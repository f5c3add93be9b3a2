import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../src/app/config.ts';
import { openMailContext } from '../../../src/app/open-mail-context.ts';
import { type MailContext, sendMail } from '../../../src/jobs/sending/send-mail.ts';
import { storedDocumentFile } from '../../../src/shop/books/documents/document-file.server.ts';
import { instantAt } from '../../../src/shop/calendar.ts';
import { completeOrder, markPaid } from '../../../src/shop/checkout/desk/desk.server.ts';
import { sendDocument } from '../../../src/shop/checkout/documents/send-document.server.ts';
import { markRefunded, refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { takeBack } from '../../../src/shop/checkout/returns/take-back.server.ts';
import { pdfPages } from '../../support/pdf-text.ts';
import { runJobs } from '../../support/shop-context.ts';
import { bank, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();
let dataFolder: string;
let mailContext: MailContext;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'rehvipood-documents-'));
  const config = readConfig({ PUBLIC_URL: 'https://shop.example', DATA_DIR: dataFolder });
  mailContext = openMailContext(config, shop.context, '/');
});
afterEach(() => {
  mailContext.mailer.close();
  rmSync(dataFolder, { recursive: true });
});

/** Sends the mails that are due. Returns attachments, texts and recipients of all mails of a kind that were sent in this test. */
async function deliver(kind: string) {
  await runJobs(shop.context, (id) => sendMail(mailContext, id));
  const folder = join(dataFolder, 'mail');
  const files = readdirSync(folder).filter((file) => new RegExp(`-${kind}-[0-9a-f]{8}-`).test(file));
  const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))));
  const attachments = mails.flatMap((mail) => mail.attachments);
  return {
    names: attachments.map(({ filename }) => filename),
    texts: mails.map(({ text }) => text ?? ''),
    to: mails.flatMap(({ to }) => to?.map(({ address }) => address) ?? []),
    attachments,
  };
}

test('the mail about the payment has the invoice attached, in the language of the order', async () => {
  const order = await shop.order(bank, 4, { locale: 'ru' });
  await shop.montonio.pay(await shop.ref(order));
  const { names, texts, attachments } = await deliver('paid');
  expect(names).toEqual(['schet-261000001.pdf']);
  expect(texts[0]).toContain('Счёт приложен к письму');
  const [page] = await pdfPages(Buffer.from(attachments[0]?.content as ArrayBuffer));
  expect(page).toContain('Счёт № 261000001');
});

test('a credit note is attached to one mail about a refund, and receipts to no mail', async () => {
  const order = await shop.order('pay_at_branch', 4, { locale: 'ee' });
  await markPaid(shop.context, order.id, 'branch', { tender: 'cash' });
  await completeOrder(shop.context, order.id, 'branch');
  expect((await deliver('paid')).names).toEqual(['arve-261000001.pdf']);
  await takeBack(shop.context, order.id, 'branch', {
    tires: new Map([['tire', 1]]),
    condition: 'new',
    place: 'ringtee',
  });
  await refundOrder(shop.context, order.id, 7990, 'withdrawal', 'branch');
  await markRefunded(shop.context, order.id, 'branch', undefined, 'cash');
  expect((await deliver('refunded')).names).toEqual(['kreeditarve-262000001.pdf']);
  await refundOrder(shop.context, order.id, 1000, 'goodwill', 'branch');
  await markRefunded(shop.context, order.id, 'branch', undefined, 'cash');
  expect((await deliver('refunded')).names.toSorted()).toEqual([
    'kreeditarve-262000001.pdf',
    'kreeditarve-262000002.pdf',
  ]);
});

test('a document goes to another address without a link to the order, and the buyer still gets it', async () => {
  const order = await shop.order('pay_at_branch', 4, { locale: 'ee' });
  await markPaid(shop.context, order.id, 'branch', { tender: 'cash' });
  expect(await sendDocument(shop.context, '261000001', 'kati@raamatud.example')).toMatchObject({
    ok: true,
    to: 'kati@raamatud.example',
  });
  const other = await deliver('documents');
  expect(other.names).toEqual(['arve-261000001.pdf']);
  expect(other.to).toEqual(['kati@raamatud.example']);
  expect(other.texts[0]).toContain(order.number);
  expect(other.texts[0]).not.toMatch(/https?:|Mari/);
  // The mail to the other address does not count: the next mail to the buyer still has the document attached.
  await completeOrder(shop.context, order.id, 'branch');
  await refundOrder(shop.context, order.id, 1000, 'goodwill', 'branch');
  await sendDocument(shop.context, '262000001', 'kati@raamatud.example');
  await deliver('documents');
  await markRefunded(shop.context, order.id, 'branch', undefined, 'cash');
  expect((await deliver('refunded')).names).toEqual(['kreeditarve-262000001.pdf']);
});

test('the buyer gets a document again, with the link; if the order has no address, the document goes only to another one', async () => {
  const order = await shop.order('pay_at_branch', 4, { locale: 'ru' });
  await markPaid(shop.context, order.id, 'branch', { tender: 'cash' });
  await sendDocument(shop.context, '263000001');
  const { names, texts } = await deliver('documents');
  expect(names).toEqual(['kvitantsiya-263000001.pdf']);
  expect(texts[0]).toContain('https://shop.example/ru/success');
  shop.setTime(instantAt('2026-11-21', '12:00'));
  await shop.rows(`update orders set email = '' where id = ${order.id}`);
  expect(await sendDocument(shop.context, '263000001')).toEqual({ ok: false, reason: 'no-address' });
  expect(await sendDocument(shop.context, '263000001', 'kati@')).toEqual({ ok: false, reason: 'bad-address' });
  expect(await sendDocument(shop.context, '263000001', 'kati@raamatud.example')).toMatchObject({ ok: true });
  expect((await deliver('documents')).to).toContain('kati@raamatud.example');
});

test('the order names its documents, and its token opens them', async () => {
  const order = await shop.order('pay_at_branch', 4, { locale: 'en' });
  expect((await shop.view(order)).order.documents).toEqual([]);
  await markPaid(shop.context, order.id, 'branch', { tender: 'cash' });
  const { documents } = (await shop.view(order)).order;
  expect(documents).toEqual([
    { number: '263000001', kind: 'receipt', issuedOn: '2026-11-20', total: 319.6 },
    { number: '261000001', kind: 'invoice', issuedOn: '2026-11-20', total: 319.6 },
  ]);
  const read = (number: string, document: string, token: string) =>
    shop.app.inject({ url: `/v1/orders/${number}/documents/${document}`, headers: { 'order-token': token } });
  for (const { number } of documents) {
    const answer = await read(order.number, number, order.token);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect((await pdfPages(answer.rawPayload))[0]).toContain(number);
  }
  const invoice = await read(order.number, '261000001', order.token);
  expect(invoice.headers['content-disposition']).toContain('invoice-261000001.pdf');
  const other = await shop.order('pay_at_branch', 1);
  for (const [number, document, token] of [
    [order.number, '261000001', 'wrong'],
    [order.number, '261000009', order.token],
    [other.number, '261000001', other.token],
    [order.number, "1'; --", order.token],
  ] as const)
    expect((await read(number, encodeURIComponent(document), token)).statusCode).toBe(404);
});

test('a file is written once: a later template does not change it', async () => {
  const order = await shop.order(bank);
  await shop.montonio.pay(await shop.ref(order));
  await deliver('paid');
  const [{ id, content }] = (await shop.rows(
    `select d.id, f.content from money_documents d join document_files f on f.document_id = d.id`,
  )) as [{ id: number; content: Buffer }];
  const file = { id, kind: 'pdf', at: shop.now() } as const;
  const again = await storedDocumentFile(shop.context.db, file, async () => Buffer.from('a newer template'));
  expect(again.equals(content)).toBe(true);
  const xml = () =>
    storedDocumentFile(shop.context.db, { ...file, kind: 'xml' }, async () => Buffer.from(`${Math.random()}`));
  const [first, second] = await Promise.all([xml(), xml()]);
  expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
  await expect(shop.rows('delete from document_files')).rejects.toThrow('cannot be changed');
  await expect(shop.rows(`update document_files set kind = 'xml'`)).rejects.toThrow('cannot be changed');
});
