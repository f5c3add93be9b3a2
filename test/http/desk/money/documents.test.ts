import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { instantAt } from '../../../../src/shop/calendar.ts';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { actWithStepUp } from '../../../support/desk/touch.ts';
import { pdfPages } from '../../../support/pdf-text.ts';

const desk = deskOfOrders();
const veod = { name: 'Veod OÜ', regCode: '10421629', vatNumber: '' };

type Listed = { number: string; kind: string; orderNumber: string; grossCents: number }[];

const pageOf = ({ body }: { body: unknown }) => body as { documents: Listed; hasOlder: boolean };

async function paidWithDocuments() {
  const number = await desk.shop.paidOrder();
  const worker = await desk.enrol('worker', 'jaan');
  const documents = (await worker.get(`/api/documents/of/${number}`)).body as unknown as Listed;
  return { number, worker, documents };
}

test('every employee opens the documents of an order as PDF; the list of all documents needs the right to see money', async () => {
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
    pageOf(await accountant.get(`/api/documents?${new URLSearchParams({ find: text })}`)).documents.map(
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

test('documents are listed by month and in pages of fifty, the newest first', async () => {
  const number = await desk.shop.paidOrder();
  const reissue = async (who: Awaited<ReturnType<typeof desk.enrol>>, times: number) => {
    for (let time = 0; time < times; time += 1)
      expect((await who.act('set-company', { number, company: time % 2 === 0 ? veod : null })).status).toBe(200);
  };
  // One invoice, then a credit note and an invoice each time: 21 documents of November, 40 of December.
  await reissue(await desk.enrol('accountant', 'mati'), 10);
  desk.clock.now = instantAt('2026-12-01', '00:00');
  const accountant = await desk.enrol('accountant', 'kati');
  await reissue(accountant, 20);
  const list = async (of: Record<string, string>) =>
    pageOf(await accountant.get(`/api/documents?${new URLSearchParams(of)}`));
  const rows = desk.shop.db.selectFrom('money_documents').select('number').orderBy('id', 'desc');
  const issued = (await rows.execute()).map(({ number }) => number);
  const numbers = ({ documents }: { documents: Listed }) => documents.map(({ number }) => number);
  const first = await list({});
  expect([numbers(first), first.hasOlder]).toEqual([issued.slice(0, 50), true]);
  const second = await list({ before: issued[49] ?? '' });
  expect([numbers(second), second.hasOlder]).toEqual([issued.slice(50), false]);
  expect(numbers(await list({ month: '2026-11' }))).toEqual(issued.slice(40));
  expect(numbers(await list({ month: '2026-12' }))).toEqual(issued.slice(0, 40));
  expect(numbers(await list({ month: '2026-11', find: issued[0] ?? '' }))).toEqual([]);
  for (const bad of ['month=2026-13', 'month=2026', 'before=1'])
    expect((await accountant.get(`/api/documents?${bad}`)).status, bad).toBe(422);
});

test('a document is mailed to an address that an employee types; the log does not name it', async () => {
  const { number, worker, documents } = await paidWithDocuments();
  const send = (address: string) => worker.act('send-document', { number: documents[0]?.number, address });
  expect((await send('kati@raamatud.example')).body).toMatchObject({ ok: true, to: 'kati@raamatud.example' });
  expect((await send('kati at raamatud')).body.code).toBe('document-bad-address');
  const { mails } = (await worker.get(`/api/orders/${number}`)).body as {
    mails: { kind: string; recipient: string | null }[];
  };
  expect(mails.filter(({ kind }) => kind === 'documents')).toMatchObject([{ recipient: 'kati@raamatud.example' }]);
  expect(JSON.stringify(await desk.acted())).not.toContain('raamatud');
});

test('the reason that an owner types is kept with the refund and issued with the credit note', async () => {
  const { number, worker } = await paidWithDocuments();
  const owner = await desk.enrol('owner', 'leo');
  const refund = (note: string) =>
    actWithStepUp(owner, 'refund', { number, amountCents: 2_000, reason: 'goodwill', note });
  for (const bad of ['x'.repeat(201), 'kaks\nrida'])
    expect((await owner.act('refund', { number, amountCents: 2_000, reason: 'goodwill', note: bad })).status).toBe(422);
  expect((await refund(' kriimustatud külg ')).answer.body).toMatchObject({ ok: true });
  const { money } = (await worker.get(`/api/orders/${number}`)).body as { money: { refunds: { note: string }[] } };
  expect(money.refunds).toMatchObject([{ note: 'kriimustatud külg' }]);
  const notes = desk.shop.db.selectFrom('money_documents').select(['kind', 'note']).orderBy('id', 'desc');
  expect(await notes.executeTakeFirst()).toEqual({ kind: 'credit-note', note: 'kriimustatud külg' });
});

test('an invoice is reissued to a company; in a later month only by accountants and owners', async () => {
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
