import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cookieOf, deskOfOrders } from '../../../support/desk/desk.ts';
import { softwarePasskey } from '../../../support/desk/passkey.ts';
import { actWithStepUp } from '../../../support/desk/touch.ts';

const desk = deskOfOrders();

const period = 'from=2026-11-20&to=2026-11-20';

test('figures count tires that were handed over; only the owner sees the margin and the value of the stock', async () => {
  const number = await desk.shop.paidOrder();
  await (await desk.sessionOf('worker')).act('hand-over', { number });
  const [owner, accountant] = [await desk.sessionOf('owner'), await desk.sessionOf('accountant')];
  const figures = (await owner.get(`/api/figures?${period}`)).body;
  expect(figures).toMatchObject({
    sales: { day: [{ key: '2026-11-20', soldPieces: 4, grossCents: 31_960 }], branch: [{ key: 'ringtee' }] },
    margin: [{ pieces: 4, unknownPieces: 4 }],
    stockValue: [{ branch: 'annelinn' }, { branch: 'ringtee', pieces: 4 }],
  });
  expect((await accountant.get(`/api/figures?${period}`)).body).toMatchObject({ margin: null, stockValue: null });
  const csv = await accountant.get(`/api/figures/csv?figure=sales&by=day&${period}`);
  expect(csv.text).toContain('2026-11-20;4;0;"319,60"');
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="sales-2026-11-20-2026-11-20.csv"');
  expect((await accountant.get(`/api/figures/csv?figure=margin&${period}`)).status).toBe(404);
});

test('an awaited transfer is listed even if 600 newer orders are open', async () => {
  const number = await desk.shop.order({ paymentMethod: 'bank_transfer' });
  await sql`insert into orders (number, token_hash, status, locale, name, email, phone, branch, fulfilment, note,
      payment_method, reference, total_cents, vat_percent, placed_at, promised_on, held_until, terms_accepted_at)
    select number || n, token_hash, status, locale, name, email, phone, branch, fulfilment, note, 'pay_at_branch',
      reference || n, total_cents, vat_percent, placed_at, promised_on, held_until, terms_accepted_at
    from orders, generate_series(1, 600) n`.execute(desk.shop.db);
  const accountant = await desk.sessionOf('accountant');
  expect((await accountant.get('/api/money')).body).toMatchObject({ transfers: [{ number }] });
});

test('an accountant books a transfer by its reference, once, and exports the orders', async () => {
  const number = await desk.shop.order({ paymentMethod: 'bank_transfer' });
  const accountant = await desk.sessionOf('accountant');
  const { transfers } = (await accountant.get('/api/money')).body as { transfers: unknown[] };
  expect(transfers).toMatchObject([{ number, dueCents: 31_960 }]);
  expect((await accountant.act('book-transfer', { number, reference: '2026112000001' })).status).toBe(200);
  expect((await accountant.get('/api/money')).body).toMatchObject({ transfers: [] });
  const other = await desk.shop.order({ paymentMethod: 'bank_transfer' });
  expect((await accountant.act('book-transfer', { number: other, reference: '2026112000001' })).body.code).toBe(
    'booked',
  );
  const csv = await accountant.get(`/api/money/orders.csv?${period}`);
  expect(csv.text).toContain(number);
  expect(csv.text).toContain(';"319,60";');
});

test('the owner sees people, stations and troubles, and reads the log', async () => {
  const owner = await desk.enrol('owner', 'mari');
  const shop = (await owner.get('/api/shop')).body;
  expect(shop).toMatchObject({
    people: [{ login: 'mari', role: 'owner', passkeys: [{ name: 'phone', synced: false }], hasPin: false }],
    stations: [],
    failedJobs: [],
    withdrawals: [],
  });
  expect((await owner.get('/api/shop/log')).body).toMatchObject([
    { actor: 'staff:mari', act: 'sign-in' },
    { actor: 'staff:mari', act: 'enrol' },
  ]);
  expect((await owner.act('retry-jobs', {})).body).toMatchObject({ ok: true, retried: 0 });
});

test('a person adds a second passkey, whose name can be stored, after a step-up with the first, and removes it', async () => {
  const kati = await desk.enrol('worker', 'kati');
  const stepUpOf = async (act: string, fields: Record<string, unknown>) => {
    const options = await kati.post('/api/step-up', { act, fields });
    return kati.passkey.authenticate(options.body as { challenge: string });
  };
  const key = { key: randomUUID() };
  expect((await kati.post('/api/acts/add-passkey', key)).body.code).toBe('step-up');
  const added = await kati.post('/api/acts/add-passkey', { ...key, stepUp: await stepUpOf('add-passkey', key) });
  const second = softwarePasskey(() => desk.address);
  const answer = second.register(added.body.options as { challenge: string });
  expect(await kati.post('/api/passkeys', { answer, name: 'tab\0let' })).toMatchObject({
    status: 422,
    body: { code: 'invalid', errors: [{ path: 'name', code: 'invalid' }] },
  });
  expect((await kati.post('/api/passkeys', { answer, name: 'tablet' })).status).toBe(200);
  expect((await kati.post('/api/passkeys', { answer, name: 'again' })).body.code).toBe('passkey-refused');
  const options = (await desk.send('/api/sign-in/options', { body: {} })).body as { challenge: string };
  const signedIn = await desk.send('/api/sign-in', { body: second.authenticate(options) });
  expect(cookieOf(signedIn, '__Host-desk')).not.toBe('');
  const fields = { key: randomUUID(), id: second.id };
  const stepUp = await stepUpOf('remove-passkey', fields);
  expect((await kati.post('/api/acts/remove-passkey', { ...fields, stepUp })).status).toBe(200);
  const last = { key: randomUUID(), id: kati.passkey.id };
  const again = await kati.post('/api/acts/remove-passkey', {
    ...last,
    stepUp: await stepUpOf('remove-passkey', last),
  });
  expect(again.body.code).toBe('last-passkey');
});

const waitingSessions = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(desk.shop.db);
  return rows.length;
};

test('two acts that remove the last two passkeys of a person concurrently leave one of them', async () => {
  const kati = await desk.enrol('worker', 'kati');
  const passkeys = desk.shop.db.selectFrom('staff_passkeys').selectAll();
  const first = await passkeys.executeTakeFirstOrThrow();
  await desk.shop.db
    .insertInto('staff_passkeys')
    .values({ ...first, id: 'second' })
    .execute();
  // Holds back only deletions, until both acts wait.
  const trx = await desk.shop.db.startTransaction().execute();
  await trx.selectFrom('staff_passkeys').select('id').forKeyShare().execute();
  const removals: ReturnType<typeof actWithStepUp>[] = [];
  // One after another, because the server refuses a passkey's response whose counter is below the last one.
  for (const id of [first.id, 'second']) {
    removals.push(actWithStepUp(kati, 'remove-passkey', { id }));
    await expect.poll(waitingSessions).toBe(removals.length);
  }
  await trx.commit().execute();
  const answers = await Promise.all(removals);
  expect(answers.map(({ answer }) => answer.status).toSorted()).toEqual([200, 409]);
  expect(await passkeys.execute()).toHaveLength(1);
});

test('the last owner can be neither revoked nor made a worker', async () => {
  const mari = await desk.enrol('owner', 'mari');
  for (const [act, more] of [
    ['revoke-person', {}],
    ['change-role', { role: 'worker' }],
  ] as const) {
    const fields = { key: randomUUID(), login: 'mari', ...more };
    const options = await mari.post('/api/step-up', { act, fields });
    const stepUp = mari.passkey.authenticate(options.body as { challenge: string });
    expect((await mari.post(`/api/acts/${act}`, { ...fields, stepUp })).body.code, act).toBe('last-owner');
  }
});
