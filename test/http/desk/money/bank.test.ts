import { expect, test } from 'vitest';
import { statementOf } from '../../../support/bank/statement.ts';
import { deskOfOrders } from '../../../support/desk/desk.ts';

const desk = deskOfOrders();

const upload = ({ session }: { session: string }, file: string) =>
  desk.send('/api/money/statement', {
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
    cookies: { '__Host-desk': session },
  });

const transferOrder = async () => {
  const number = await desk.shop.order({ paymentMethod: 'bank_transfer' });
  const orders = desk.shop.db.selectFrom('orders').select('reference').where('number', '=', number);
  return { number, reference: (await orders.executeTakeFirstOrThrow()).reference };
};

type Waiting = { entries: { id: number }[] };

test('an accountant uploads a statement; the answer and the log name the booked entries, the others are unassigned', async () => {
  const { number, reference } = await transferOrder();
  const accountant = await desk.enrol('accountant', 'kati');
  const answer = await upload(accountant, statementOf([{ id: 'A', amount: '319.60', reference }, { id: 'B' }]));
  expect(answer.body, answer.text).toEqual({ outcomes: { book: 1, unassigned: 1 }, bookedCents: 31_960 });
  expect(await desk.shop.orderState(number)).toMatchObject({ status: 'confirmed', paid: 'paid' });
  expect((await desk.shop.ledger()).map(({ actor }) => actor)).toEqual(['staff:kati']);
  expect((await accountant.get('/api/money/bank')).body).toMatchObject({
    entries: [{ amountCents: 31_956, payerName: 'Mari Maasikas', reason: 'no-reference' }],
    total: 1,
  });
  expect((await desk.acted()).at(-1)).toEqual({
    act: 'import-statement',
    actor: 'staff:kati',
    subject: '',
    outcome: 'done',
  });
});

test('an accountant finds the order by its reference, sees the balance due, and assigns the money once', async () => {
  const { number, reference } = await transferOrder();
  const accountant = await desk.enrol('accountant', 'kati');
  await upload(accountant, statementOf([{ amount: '319.60' }]));
  const [entry] = ((await accountant.get('/api/money/bank')).body as Waiting).entries;
  const find = async (text: string) => accountant.get(`/api/money/bank/order?${new URLSearchParams({ find: text })}`);
  expect((await find(`${reference.slice(0, 4)} ${reference.slice(4)}`)).body).toMatchObject({
    number,
    dueCents: 31_960,
  });
  expect((await find('R26-00000')).status).toBe(404);
  const fields = { id: entry?.id, order: number.toLowerCase() };
  const stale = await accountant.act('assign-bank-entry', { ...fields, dueCents: 100 });
  expect(stale).toMatchObject({ status: 409, body: { code: 'bank-due-changed', dueCents: 31_960 } });
  expect((await accountant.act('assign-bank-entry', { ...fields, dueCents: 31_960 })).body).toMatchObject({ ok: true });
  expect(await desk.shop.orderState(number)).toMatchObject({ status: 'confirmed', paid: 'paid' });
  const again = await accountant.act('assign-bank-entry', { ...fields, dueCents: 0 });
  expect(again).toMatchObject({ status: 409, body: { code: 'bank-not-unassigned' } });
  expect((await accountant.get('/api/money/bank')).body).toEqual({ entries: [], total: 0 });
});

test('what was refunded of a paid order is no balance due: neither in the money to do nor for money that is assigned', async () => {
  const { number, reference } = await transferOrder();
  const accountant = await desk.enrol('accountant', 'kati');
  await upload(accountant, statementOf([{ amount: '319.60', reference }]));
  await desk.shop.run(['orders', 'refund', number, '--amount', '20', '--yes']);
  await desk.shop.run(['orders', 'refunded', number, '--reference', 'out-1', '--yes']);
  expect((await accountant.get('/api/money')).body).toMatchObject({ transfers: [] });
  expect((await accountant.get(`/api/money/bank/order?find=${number}`)).body).toMatchObject({ number, dueCents: 0 });
});

test('an owner marks an entry as belonging to no order; a worker may neither see nor mark it', async () => {
  const [owner, worker] = [await desk.enrol('owner', 'mari'), await desk.enrol('worker', 'jaan')];
  expect((await upload(worker, statementOf([{}]))).status).toBe(403);
  await upload(owner, statementOf([{}]));
  const [entry] = ((await owner.get('/api/money/bank')).body as Waiting).entries;
  expect((await worker.get('/api/money/bank')).status).toBe(403);
  expect((await worker.act('ignore-bank-entry', { id: entry?.id, reason: 'x' })).status).toBe(403);
  expect((await owner.act('ignore-bank-entry', { id: entry?.id, reason: ' ' })).status).toBe(422);
  expect((await owner.act('ignore-bank-entry', { id: 99, reason: 'laen' })).status).toBe(404);
  expect((await owner.act('ignore-bank-entry', { id: entry?.id, reason: 'laen' })).body).toMatchObject({ ok: true });
  expect((await owner.get('/api/money/bank')).body).toEqual({ entries: [], total: 0 });
});

test('the screen gets the oldest 500 unassigned entries, and how many there are', async () => {
  const accountant = await desk.enrol('accountant', 'kati');
  const entries = Array.from({ length: 501 }, (_, index) => ({ id: `E${index}`, amount: `${index + 1}.00` }));
  await upload(accountant, statementOf(entries));
  expect((await accountant.get('/api/money/bank')).body).toMatchObject({
    entries: { length: 500, 499: { amountCents: 500_00 } },
    total: 501,
  });
});

test('a file that is too large, no statement, or about another account is refused', async () => {
  const owner = await desk.enrol('owner', 'mari');
  const codeOf = async (file: string) => (await upload(owner, file)).body.code;
  expect(await codeOf('x'.repeat(10 * 1024 * 1024 + 1))).toBe('statement-too-large');
  expect(await codeOf('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toBe('statement-unreadable');
  expect(await codeOf(statementOf([{}], { account: 'EE471000001020145685' }))).toBe('statement-other-account');
});
