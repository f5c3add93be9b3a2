import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deskActs } from '../../../../src/desk/acts/acts.ts';
import { deskReads } from '../../../../src/desk/reads/reads.ts';
import { acts, mayDo, needsStepUp, roles } from '../../../../src/shop/staff/acts.ts';
import { deskOfOrders } from '../../../support/desk/desk.ts';

const desk = deskOfOrders();

const kinds = roles.flatMap((role) => [
  { role, byPin: false },
  { role, byPin: true },
]);

describe('rights of roles', () => {
  test('every act and every screen has a rule in the table, and no act is done by two routes', () => {
    const names = deskActs.map(({ act }) => act);
    expect(new Set(names).size).toBe(names.length);
    for (const { act, variants } of deskActs)
      for (const name of [act, ...(variants?.acts ?? [])]) expect(acts).toHaveProperty([name]);
    for (const { act } of deskReads) expect(acts).toHaveProperty([act]);
  });

  test('every rule of the table belongs to an act, a screen, a file that is sent or a field of a screen', () => {
    const ofRoutes = [
      ...deskActs.flatMap(({ act, variants }) => [act, ...(variants?.acts ?? [])]),
      ...deskReads.map(({ act }) => act),
    ];
    const used: readonly string[] = [...ofRoutes, 'add-photo', 'preview-price-list', 'import-statement', 'see-margin'];
    expect(Object.keys(acts).filter((act) => !used.includes(act))).toEqual([]);
  });

  test.each(kinds)('a session of $role, by PIN: $byPin', async ({ role, byPin }) => {
    const session = await desk.sessionOf(role, { byPin });
    for (const { act, variants } of deskActs) {
      const possible = variants?.acts ?? [act];
      const answer = await session.act(act, {});
      // Anybody may start an act that needs a step-up: an owner confirms it on a worker's screen.
      const mayBegin = possible.some((name) => needsStepUp(name) || mayDo(name, { role, byPin }));
      if (mayBegin) expect([200, 403, 422], `${act}: ${answer.text}`).toContain(answer.status);
      else expect(answer.body, act).toEqual({ code: 'not-allowed' });
      if (answer.status === 403 && mayBegin) expect(answer.body.code, act).toBe('step-up');
    }
    for (const { act, path } of deskReads) {
      const answer = await session.get(path.replace(':number', 'R26-00000'));
      if (mayDo(act, { role, byPin })) expect([200, 404, 422], path).toContain(answer.status);
      else expect(answer, path).toMatchObject({ status: 403, body: { code: 'not-allowed' } });
    }
  });

  test('the rights of the roles', () => {
    const allowed = (role: (typeof roles)[number], byPin = false) =>
      (Object.keys(acts) as (keyof typeof acts)[]).filter((act) => mayDo(act, { role, byPin }));
    expect(allowed('owner')).toEqual(Object.keys(acts));
    expect(allowed('worker')).not.toContain('see-money');
    expect(allowed('worker')).not.toContain('refund');
    expect(allowed('accountant')).not.toContain('hand-over');
    expect(allowed('accountant')).toContain('book-transfer');
    // Signed in with a PIN, an owner has the rights of a worker.
    expect(allowed('owner', true)).toEqual(allowed('worker'));
    expect(allowed('accountant', true)).not.toContain('book-transfer');
  });
});

/** Routes for signing in, which need no session. */
const open = [
  'GET /api/session',
  'POST /api/sign-in/options',
  'POST /api/sign-in',
  'POST /api/sign-in/pin',
  'POST /api/enrol/options',
  'POST /api/enrol',
  'POST /api/sign-out',
  'POST /api/station',
];
/** Requests that every role may send. */
const everybodys = ['POST /api/sign-out-elsewhere', 'POST /api/passkeys', 'POST /api/step-up', 'GET /api/events'];
/** Owners and accountants send files to them, as price-list.test.ts, photos.test.ts and bank.test.ts test. */
const files = ['POST /api/price-list', 'POST /api/photos', 'POST /api/money/statement'];
/** Calendars read it by its secret address, as feed.test.ts tests. */
const feed = ['GET /feed/:file'];
const client = ['GET /robots.txt', 'GET /assets/*'];

test('every route is an act or a screen of the table, or is known to need none; without a session it answers 401', async () => {
  const routes = desk.routes().filter((route) => !route.startsWith('HEAD '));
  const ofTable = [
    ...deskReads.map(({ path }) => `GET ${path}`),
    ...deskActs.map(({ act }) => `POST /api/acts/${act}`),
  ];
  expect(routes.toSorted()).toEqual([...ofTable, ...open, ...everybodys, ...files, ...feed, ...client].toSorted());
  const strangers: Record<string, string>[] = [
    {},
    { '__Host-desk': 'x'.repeat(43) },
    { '__Host-station': 'x'.repeat(43) },
  ];
  for (const route of [...ofTable, ...everybodys, ...files]) {
    const [method = '', path = ''] = route.split(' ');
    for (const cookies of strangers) {
      const answer = await desk.send(path, { method, cookies, ...(method === 'POST' && { body: {} }) });
      expect(`${answer.status} ${answer.text}`, route).toBe('401 {"code":"signed-out"}');
    }
  }
});

test.each([
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['text', { 'content-type': 'text/plain' }, 415],
  ['another origin', { origin: 'https://evil.example' }, 403],
  ['no origin', { origin: '' }, 403],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
])('refuses a change by %s', async (_, headers, status) => {
  const number = await desk.shop.order();
  const { session } = await desk.sessionOf('worker');
  const body = JSON.stringify({ key: randomUUID(), number, tender: 'cash' });
  const cookies = { '__Host-desk': session };
  const answer = await desk.send('/api/acts/mark-paid', { body, headers, cookies });
  expect(answer.status).toBe(status);
  expect((await desk.shop.orderState(number)).paid).toBe('unpaid');
});

test('an order is put aside, paid and handed over; each act is in the log and in the history', async () => {
  const number = await desk.shop.order();
  const kati = await desk.enrol('worker', 'kati');
  expect((await kati.act('put-aside', { number, shelf: 'A3', marksReady: true })).body).toMatchObject({ ok: true });
  expect((await kati.act('hand-over', { number })).body).toMatchObject({ code: 'unpaid' });
  expect((await kati.act('mark-paid', { number, tender: 'card' })).status).toBe(200);
  expect((await kati.act('hand-over', { number })).status).toBe(200);
  const order = (await kati.get(`/api/orders/${number}`)).body;
  expect(order).toMatchObject({ status: 'completed', lastChange: { actor: 'staff:kati' } });
  const log = await desk.shop.db
    .selectFrom('desk_log')
    .select(['act', 'subject', 'outcome'])
    .where('subject', '=', `order ${number}`)
    .orderBy('id')
    .execute();
  expect(log.map(({ act, outcome }) => `${act} ${outcome}`)).toEqual([
    'put-aside done',
    'hand-over unpaid',
    'mark-paid done',
    'hand-over done',
    'see-orders opened',
  ]);
});

test('of two concurrent hand-overs of two of four tires one succeeds; the refusal of the other names the first employee', async () => {
  const number = await desk.shop.paidOrder();
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('worker', 'mari')];
  const { version } = (await kati.get(`/api/orders/${number}`)).body;
  const two = { number, seen: version, tires: [{ id: 'tire', count: 2 }] };
  const answers = await Promise.all([kati.act('hand-over', two), mari.act('hand-over', two)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  const winner = answers[0].status === 200 ? 'staff:kati' : 'staff:mari';
  expect(refused?.body).toMatchObject({ code: 'changed', lastChange: { actor: winner, type: 'handed_over' } });
  const { body } = await kati.get(`/api/orders/${number}`);
  expect(body.tires).toMatchObject({ handedOver: 2, here: 2 });
});

test('an act that is sent again with its key is done once; another act with this key is refused', async () => {
  const number = await desk.shop.order();
  const kati = await desk.enrol('worker', 'kati');
  const key = randomUUID();
  const fields = { number, tender: 'cash', amountCents: 5_000 };
  const [one, two] = await Promise.all([
    kati.act('mark-paid', fields, { key }),
    kati.act('mark-paid', fields, { key }),
  ]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect([one.body.repeated, two.body.repeated].toSorted()).toEqual([true, undefined]);
  expect(await desk.shop.ledger()).toHaveLength(1);
  expect((await kati.act('note', { number, text: 'rings before noon' }, { key })).body).toMatchObject({
    code: 'key-reused',
  });
});

test('a step-up is valid for one act with its fields, for five minutes, once, and by the right role', async () => {
  const [one, other] = [await desk.shop.paidOrder(), await desk.shop.paidOrder()];
  const [mari, kati] = [await desk.enrol('owner', 'mari'), await desk.enrol('worker', 'kati')];
  const stepUpOf = async (session: typeof kati, fields: Record<string, unknown>, by = mari) => {
    const options = await session.post('/api/step-up', { act: 'cancel-unpaid', fields });
    return by.passkey.authenticate(options.body as { challenge: string });
  };
  const key = randomUUID();
  const fields = { key, number: one };
  expect((await kati.post('/api/acts/cancel-unpaid', fields)).body).toEqual({ code: 'step-up', act: 'cancel-paid' });
  const ofKati = await stepUpOf(kati, fields, kati);
  expect((await kati.post('/api/acts/cancel-unpaid', { ...fields, stepUp: ofKati })).body.code).toBe('not-allowed');
  const foreign = await stepUpOf(kati, { ...fields, number: other });
  expect((await kati.post('/api/acts/cancel-unpaid', { ...fields, stepUp: foreign })).body.code).toBe('step-up-failed');
  const old = await stepUpOf(kati, fields);
  desk.clock.now = new Date(desk.clock.now.getTime() + 5 * 60_000);
  expect((await kati.post('/api/acts/cancel-unpaid', { ...fields, stepUp: old })).body.code).toBe('step-up-failed');
  expect((await desk.shop.orderState(one)).status).toBe('confirmed');

  // The owner does the step-up on the screen of the worker, who stays signed in.
  const stepUp = await stepUpOf(kati, fields);
  expect((await kati.post('/api/acts/cancel-unpaid', { ...fields, stepUp })).body).toMatchObject({ ok: true });
  expect((await desk.shop.orderState(one)).status).toBe('cancelled');
  expect((await kati.get('/api/session')).body.person).toMatchObject({ login: 'kati' });
  const used = { key: randomUUID(), number: other };
  expect((await kati.post('/api/acts/cancel-unpaid', { ...used, stepUp })).body.code).toBe('step-up-failed');
  const { body } = await kati.get(`/api/orders/${one}`);
  expect(body.lastChange).toMatchObject({ actor: 'staff:mari' });
});

test('wrong fields answer 422 with their names, an unknown order 404', async () => {
  const kati = await desk.sessionOf('worker');
  const answer = await kati.act('put-aside', { number: 'nonsense', shelf: '' });
  expect(answer).toMatchObject({
    status: 422,
    body: {
      code: 'invalid',
      errors: [
        { path: 'shelf', code: 'required' },
        { path: 'number', code: 'invalid' },
      ],
    },
  });
  expect((await kati.act('mark-ready', { number: 'R26-ZZZZZ' })).status).toBe(404);
});

test('every answer has the headers of the desk; unknown paths get its document', async () => {
  const page = await desk.send('/o/R26-4F7K2');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain(
    "default-src 'none';script-src 'self';style-src 'self'",
  );
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(page.headers.get('permissions-policy')).toContain('publickey-credentials-get=(self)');
  expect((await desk.send('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
  expect((await desk.send('/api/nothing')).status).toBe(404);
});
