import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deskOfOrders } from '../../../support/desk/desk.ts';

const desk = deskOfOrders();

test('an accountant reads the books of a month and downloads its files, which is logged; a worker does not', async () => {
  const number = await desk.shop.paidOrder();
  const [accountant, worker] = [await desk.enrol('accountant', 'kati'), await desk.enrol('worker', 'jaan')];
  expect((await accountant.get('/api/money/month?month=2026-11&branch=ringtee')).body).toMatchObject({
    month: '2026-11-01',
    closedAt: null,
    rates: [{ vatPercent: 24, kmdBox: '1' }],
    owed: [],
  });
  for (const name of ['documents', 'payments']) {
    const file = await accountant.get(`/api/money/month/${name}.csv?month=2026-11`);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${name}-2026-11.csv"`);
    expect(file.text).toContain(number);
    expect((await worker.get(`/api/money/month/${name}.csv?month=2026-11`)).status).toBe(403);
  }
  expect((await desk.acted()).filter(({ outcome }) => outcome === 'opened').map(({ subject }) => subject)).toEqual([
    'documents of 2026-11',
    'payments of 2026-11',
  ]);
  expect((await accountant.get('/api/money/month?month=2026-13')).status).toBe(422);
  expect((await worker.get('/api/money/month?month=2026-11')).status).toBe(403);
});

test('the books of a month show the numbers that were skipped after a restore', async () => {
  const kati = await desk.enrol('accountant', 'kati');
  const [at, until] = [new Date('2026-11-20T07:00:00Z'), new Date('2026-11-20T00:30:00Z')];
  await desk.shop.db.insertInto('restores').values({ at, until, source: 'archive' }).execute();
  await desk.shop.db
    .insertInto('skipped_documents')
    .values({ series: 'invoice', year: 2026, first_no: 2, last_no: 1001, skipped_on: '2026-11-20', restored_at: at })
    .execute();
  const skipped = { kind: 'invoice', first: '261000002', last: '261001001', count: 1000 };
  expect((await kati.get('/api/money/month?month=2026-11')).body.skipped).toEqual([
    { ...skipped, restoredAt: at.toISOString(), until: until.toISOString() },
  ]);
  expect((await kati.get('/api/money/month?month=2026-12')).body.skipped).toEqual([]);
});

test('an accountant closes a month that has ended, after a step-up', async () => {
  const kati = await desk.enrol('accountant', 'kati');
  const close = async (month: string, { withStepUp = true } = {}) => {
    const fields = { key: randomUUID(), month };
    if (!withStepUp) return kati.post('/api/acts/close-month', fields);
    const options = await kati.post('/api/step-up', { act: 'close-month', fields });
    const stepUp = kati.passkey.authenticate(options.body as { challenge: string });
    return kati.post('/api/acts/close-month', { ...fields, stepUp });
  };
  expect((await close('2026-10', { withStepUp: false })).body.code).toBe('step-up');
  expect((await close('2026-11')).body.code).toBe('month-not-over');
  expect((await close('2026-10')).body).toMatchObject({ ok: true });
  expect((await close('2026-10')).body.code).toBe('month-closed');
  expect((await kati.get('/api/money/month?month=2026-10')).body.closedAt).toBe(desk.clock.now.toISOString());
});

test('an accountant enters the fee of a provider, once; a worker does not', async () => {
  const [kati, jaan] = [await desk.enrol('accountant', 'kati'), await desk.enrol('worker', 'jaan')];
  const fee = { provider: 'montonio', day: '2026-11-20', cents: 412, reference: 'MF-118' };
  const enter = (person: typeof kati, changes: object = {}) =>
    person.post('/api/acts/enter-fee', { key: randomUUID(), ...fee, ...changes });
  expect((await enter(jaan)).status).toBe(403);
  expect((await enter(kati)).body).toMatchObject({ ok: true });
  expect((await enter(kati)).body.code).toBe('fee-entered');
  expect((await enter(kati, { cents: 0 })).status).toBe(422);
  expect((await kati.get('/api/money/month?month=2026-11')).body).toMatchObject({
    clearing: [{ provider: 'montonio', feeCents: 412, closingCents: -412 }],
    fees: [{ provider: 'montonio', day: '2026-11-20', cents: 412, reference: 'MF-118' }],
  });
});
