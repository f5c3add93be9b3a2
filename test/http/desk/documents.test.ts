import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { instantAt } from '../../../src/shop/calendar.ts';
import { deskOfOrders } from '../../support/desk/desk.ts';
import { pdfPages } from '../../support/pdf-text.ts';

const desk = deskOfOrders();
const veod = { name: 'Veod OÜ', regCode: '10421629', vatNumber: '' };

type Listed = { number: string; kind: string; orderNumber: string; grossCents: number }[];

async function paidWithDocuments() {
  const number = await desk.shop.paidOrder();
  const worker = await desk.enrol('worker', 'jaan');
  const documents = (await worker.get(`/api/documents/of/${number}`)).body as unknown as Listed;
  return { number, worker, documents };
}

test('documents of an order open as PDF for everybody; all of the shop only for who sees money', async () => {
  const { number, worker, documents } = await paidWithDocuments();
  const [invoice] = documents;
  expect(invoice).toMatchObject({ kind: 'invoice', orderNumber: number, grossCents: 31_960 });
  const file = await fetch(`${desk.address}/api/documents/${invoice?.number}`, {
    headers: { cookie: `__Host-desk=${worker.session}` },
  });
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect((await pdfPages(Buffer.from(await file.arrayBuffer())))[0]).toContain(invoice?.number);
  expect((await desk.acted()).at(-1)).toMatchObject({ subject: `document ${invoice?.number}`, outcome: 'opened' });
  expect((await worker.get('/api/documents/999999999')).status).toBe(404);
  expect((await worker.get('/api/documents')).status).toBe(403);
  const accountant = await desk.enrol('accountant', 'kati');
  const find = async (text: string) =>
    ((await accountant.get(`/api/documents?${new URLSearchParams({ find: text })}`)).body as unknown as Listed).map(
      ({ kind }) => kind,
    );
  for (const text of ['', number.toLowerCase(), 'maasik', '319,60'])
    expect(await find(text), text).toEqual(['invoice']);
  expect(await find(`${invoice?.number}`)).toEqual(['invoice']);
  for (const text of ['%', '_', '12,00', 'Tamm']) expect(await find(text), text).toEqual([]);
});

test('a document is mailed again, if the order has an address', async () => {
  const { number, worker, documents } = await paidWithDocuments();
  const [first] = documents;
  expect((await worker.act('send-document', { number: first?.number })).body).toMatchObject({ ok: true });
  const letters = desk.shop.db.selectFrom('letters').select('about').where('kind', '=', 'documents');
  expect((await letters.execute()).map(({ about }) => about.split(' ')[0])).toEqual([first?.number]);
  expect((await worker.act('send-document', { number: '999999999' })).status).toBe(404);
  await desk.shop.db.updateTable('orders').set({ email: '' }).where('number', '=', number).execute();
  expect((await worker.act('send-document', { number: first?.number })).body.code).toBe('document-no-address');
});

test('a company is invoiced anew; in a later month only by who keeps the books', async () => {
  const { number, worker } = await paidWithDocuments();
  const bad = await worker.act('set-company', { number, company: { ...veod, regCode: '10421628' } });
  expect(bad).toMatchObject({ status: 422, body: { errors: [{ path: 'company.regCode', code: 'regCode' }] } });
  expect((await worker.act('set-company', { number, company: veod })).body).toMatchObject({ ok: true });
  expect((await worker.act('set-company', { number, company: veod })).body.code).toBe('unchanged');
  const kinds = async ({ get } = worker) =>
    ((await get(`/api/documents/of/${number}`)).body as unknown as Listed).map(({ kind }) => kind);
  expect(await kinds()).toEqual(['invoice', 'credit-note', 'invoice']);
  desk.clock.now = instantAt('2026-12-01', '09:00');
  const kati = await desk.enrol('accountant', 'kati');
  const late = await desk.enrol('worker', 'mati');
  const fields = { key: randomUUID(), number, company: null };
  expect((await late.post('/api/acts/set-company', fields)).status).toBe(403);
  expect((await kati.act('set-company', { number, company: null })).body).toMatchObject({ ok: true });
  expect(await kinds(kati)).toHaveLength(5);
});
