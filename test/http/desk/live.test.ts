import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deskOfOrders } from '../../support/desk/desk.ts';

const desk = deskOfOrders();

/** Opens the stream of a session. `until` reads on to a text, `ended` to the end. */
async function streamOf({ session }: { session: string }) {
  const response = await fetch(`${desk.address}/api/events`, { headers: { cookie: `__Host-desk=${session}` } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const more = async () => {
    const read = await reader?.read();
    text += read?.value ?? '';
    return read?.done === false;
  };
  return {
    headers: response.headers,
    async until(part: RegExp) {
      while (text.search(part) < 0) if (!(await more())) throw new Error(`the stream ended before ${part}: ${text}`);
    },
    async ended() {
      while (await more());
    },
  };
}

test('a change by an operator command reaches every screen, as a topic without data', async () => {
  const streams = [];
  for (const role of ['worker', 'accountant', 'owner'] as const)
    streams.push(await streamOf(await desk.sessionOf(role)));
  for (const stream of streams) await stream.until(/retry: 1000/);
  await desk.shop.run(['cash', 'open', 'ringtee', '150']);
  for (const stream of streams) await stream.until(/^data: {"topics":\[[^\]]*"cash"[^\]]*\],"orders":\[[\d,]*\]}$/m);
  const number = await desk.shop.order();
  for (const stream of streams) await stream.until(new RegExp(`"orders":.*\\b${await desk.shop.idOf(number)}\\b`));
});

test('streams end with the session: signed out, signed out elsewhere, revoked; other streams go on', async () => {
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('worker', 'mari')];
  const [own, other] = [await streamOf(kati), await streamOf(mari)];
  await kati.post('/api/sign-out', {});
  await own.ended();
  await desk.shop.run(['desk', 'revoke', 'mari']);
  // Changes while a stream ends are not written to it, which would end the process.
  const piret = await desk.sessionOf('worker');
  const third = await streamOf(piret);
  await desk.shop.order();
  await other.ended();
  await third.until(/"orders":.\d/);
  await desk.shop.run(['desk', 'sign-out']);
  await third.ended();
  expect((await piret.get('/api/session')).body.person).toBeNull();
});

test('a stream goes on when a step-up gives its session another secret', async () => {
  const kati = await desk.enrol('owner', 'kati');
  const stream = await streamOf(kati);
  const old = kati.session;
  const fields = { key: randomUUID(), name: 'Mari', role: 'worker' };
  const options = await kati.post('/api/step-up', { act: 'invite-person', fields });
  const stepUp = kati.passkey.authenticate(options.body as { challenge: string });
  expect((await kati.post('/api/acts/invite-person', { ...fields, stepUp })).status).toBe(200);
  expect(kati.session).not.toBe(old);
  // News about people make the desk look at each stream’s session.
  await stream.until(/"people"/);
  await desk.shop.order();
  await stream.until(/"orders":.\d/);
});

test('a stream has the headers of the desk, and does not prolong the session', async () => {
  const kati = await desk.sessionOf('worker');
  const { headers } = await streamOf(kati);
  expect(headers.get('content-type')).toBe('text/event-stream');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  desk.clock.now = new Date(desk.clock.now.getTime() + 50 * 60_000);
  await streamOf(kati);
  desk.clock.now = new Date(desk.clock.now.getTime() + 11 * 60_000);
  expect((await kati.get('/api/today?branch=ringtee')).status).toBe(401);
});

test('streams end when the desk stops, so that the shop can restart', async () => {
  const streams = [];
  for (const role of ['worker', 'owner'] as const) streams.push(await streamOf(await desk.sessionOf(role)));
  for (const stream of streams) await stream.until(/retry: 1000/);
  await desk.restartAt(desk.shop.database.url);
  for (const stream of streams) await stream.ended();
});

test('announces changes in quick succession in one message', async () => {
  const stream = await streamOf(await desk.sessionOf('worker'));
  await stream.until(/retry: 1000/);
  await sql`select pg_notify('desk', 'orders 1')`.execute(desk.shop.db);
  await stream.until(/"orders":.1/);
  for (const id of [2, 3]) await sql`select pg_notify('desk', ${`orders ${id}`})`.execute(desk.shop.db);
  await stream.until(/"orders":\[2,3\]/);
});

test('screens that refresh after a change share one answer that contains it; an unknown branch answers 404', async () => {
  const kati = await desk.sessionOf('worker');
  const follow = (branch: string) => kati.get(`/api/today?branch=${branch}`, { 'desk-background': '1' });
  const stream = await streamOf(kati);
  expect((await follow('ringtee')).body).toMatchObject({ newOrders: { total: 0 } });
  const number = await desk.shop.order();
  await stream.until(new RegExp(`"orders":.*\\b${await desk.shop.idOf(number)}\\b`));
  const [first, second] = [await follow('ringtee'), await follow('ringtee')];
  expect(first.body).toMatchObject({ newOrders: { total: 1, rows: [{ number }] } });
  expect(second.text).toBe(first.text);
  expect((await follow('nowhere')).status).toBe(404);
});
