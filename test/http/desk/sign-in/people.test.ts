import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cookieOf, deskOfOrders } from '../../../support/desk/desk.ts';
import { actWithStepUp } from '../../../support/desk/touch.ts';

const desk = deskOfOrders();

test('a person whose role changes must sign in again, and then has the rights of the new role', async () => {
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('owner', 'mari')];
  const change = { login: 'kati', role: 'accountant' };
  expect((await kati.act('change-role', change)).body).toEqual({ code: 'step-up', act: 'change-role' });
  expect((await actWithStepUp(kati, 'change-role', change)).answer.body).toEqual({ code: 'not-allowed' });
  const { answer: more } = await actWithStepUp(mari, 'change-role', { ...change, role: 'owner' }, mari, change);
  expect(more.body.code).toBe('step-up-failed');
  expect((await actWithStepUp(mari, 'change-role', change)).answer.status).toBe(200);
  expect((await kati.get('/api/session')).body.person ?? null).toBeNull();
  const options = (await desk.send('/api/sign-in/options', { body: {} })).body as { challenge: string };
  const again = await desk.send('/api/sign-in', { body: kati.passkey.authenticate(options) });
  const accountant = desk.signedIn(cookieOf(again, '__Host-desk'));
  expect((await accountant.get('/api/money')).status).toBe(200);
  expect((await accountant.get('/api/today?branch=ringtee')).status).toBe(403);
  expect((await actWithStepUp(mari, 'change-role', { login: 'nobody', role: 'owner' })).answer.status).toBe(404);
  expect((await actWithStepUp(mari, 'change-role', { login: 'kati', role: 'chief' })).answer.status).toBe(422);
});

test('signing a person out everywhere ends all sessions at once and keeps the passkey', async () => {
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('owner', 'mari')];
  expect((await actWithStepUp(mari, 'end-sessions', { login: 'kati' })).answer.body).toMatchObject({ ended: 1 });
  expect((await kati.get('/api/today?branch=ringtee')).status).toBe(401);
  expect((await actWithStepUp(mari, 'end-sessions', { login: 'kati' })).answer.body).toMatchObject({ ended: 0 });
  const { people } = (await mari.get('/api/shop')).body as { people: { login: string; passkeys: unknown[] }[] };
  expect(people.find(({ login }) => login === 'kati')?.passkeys).toHaveLength(1);
  expect((await actWithStepUp(mari, 'end-sessions', { login: 'nobody' })).answer.status).toBe(404);
});

test('a session that has ended without use is not listed, and its person is not shown as signed in', async () => {
  const mari = await desk.enrol('owner', 'mari');
  await desk.enrol('worker', 'kati');
  const sessionsOf = async (login: string) => {
    const { people } = (await mari.get('/api/shop')).body as { people: { login: string; sessions: unknown[] }[] };
    return people.find((person) => person.login === login)?.sessions;
  };
  const later = (minutes: number) => {
    desk.clock.now = new Date(desk.clock.now.getTime() + minutes * 60_000);
  };
  later(60);
  expect(await sessionsOf('kati')).toMatchObject([{ station: null, byPin: false }]);
  later(1);
  expect(await sessionsOf('kati')).toEqual([]);
  expect(await sessionsOf('mari')).toHaveLength(1);
});

test('a device becomes a station by a link that works once and for 15 minutes, until the station is closed', async () => {
  const mari = await desk.enrol('owner', 'mari');
  const station = { branch: 'ringtee', name: 'Counter' };
  const enrol = async () => String((await actWithStepUp(mari, 'enrol-station', station)).answer.body.link);
  const adopt = (link: string) => desk.send('/api/station', { body: { token: link.split('#')[1] } });
  expect((await actWithStepUp(mari, 'enrol-station', { ...station, branch: 'nowhere' })).answer).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'branch', code: 'unknown' }] },
  });
  const link = await enrol();
  expect(link).toMatch(/^http:\/\/localhost:\d+\/station#/);
  const device = cookieOf(await adopt(link), '__Host-station');
  expect(device).not.toBe('');
  expect((await adopt(link)).body.code).toBe('invitation-refused');
  const old = await enrol();
  desk.clock.now = new Date(desk.clock.now.getTime() + 15 * 60_000);
  expect((await adopt(old)).body.code).toBe('invitation-refused');

  const { stations } = (await mari.get('/api/shop')).body as { stations: { id: number; enrolledBy: string }[] };
  expect(stations).toMatchObject([{ ...station, enrolledBy: 'staff:mari' }, station]);
  const seen = async () =>
    (await desk.send('/api/session', { cookies: { '__Host-station': device } })).body.station ?? null;
  expect(await seen()).toMatchObject({ branch: 'ringtee' });
  const id = stations[0]?.id;
  expect((await actWithStepUp(mari, 'close-station', { id })).answer.status).toBe(200);
  expect(await seen()).toBeNull();
  expect((await actWithStepUp(mari, 'close-station', { id })).answer.status).toBe(404);
});

test('the data of a person is exported and erased by an owner’s step-up; no log has the address', async () => {
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('owner', 'mari')];
  const email = 'mari.maasikas@example.com';
  const number = await desk.shop.paidOrder({ customer: { name: 'Mari Maasikas', email, phone: '+372 5123 4567' } });
  expect((await kati.act('export-person', { email })).body).toEqual({ code: 'step-up', act: 'export-person' });
  const { answer: foreign } = await actWithStepUp(kati, 'erase-person', { email }, mari, { number });
  expect(foreign.body.code).toBe('step-up-failed');
  const exported = (await actWithStepUp(mari, 'export-person', { email })).answer;
  expect(exported.body).toMatchObject({ data: { data: { orders: [{ number, email }] } } });
  expect((await actWithStepUp(mari, 'export-person', { email: 'nobody@example.com' })).answer.status).toBe(404);
  expect((await actWithStepUp(mari, 'export-person', {})).answer.status).toBe(404);

  const erase = async () => (await actWithStepUp(mari, 'erase-person', { email })).answer.body;
  expect(await erase()).toMatchObject({ erasure: { orders: [{ number, erased: 'none' }] } });
  expect((await kati.get(`/api/orders/${number}`)).body).toMatchObject({ buyer: { email, erased: false } });
  await kati.act('hand-over', { number });
  await desk.shop.db.updateTable('letters').set({ sent_at: desk.clock.now }).execute();
  expect(await erase()).toMatchObject({ erasure: { orders: [{ number, erased: 'contact', open: [] }] } });
  expect((await kati.get(`/api/orders/${number}`)).body).toMatchObject({ buyer: { email: '', erased: true } });
  expect((await actWithStepUp(mari, 'erase-person', { email: 'nobody@example.com' })).answer.status).toBe(404);
  expect(JSON.stringify(await desk.acted()) + desk.log()).not.toContain(email);
});

test('an erasure deletes the mails about erased orders that were written as files', async () => {
  const mari = await desk.enrol('owner', 'mari');
  const email = 'mari@example.com';
  const order = { customer: { name: 'Mari Maasikas', email, phone: '+372 5123 4567' } };
  const [erased, open] = [await desk.shop.paidOrder(order), await desk.shop.paidOrder(order)];
  await mari.act('hand-over', { number: erased });
  await desk.shop.db.updateTable('letters').set({ sent_at: desk.clock.now }).execute();
  await mkdir(desk.mailFolder);
  const fileOf = (number: string) => `paid-${number}-ee.eml`;
  for (const number of [erased, open]) await writeFile(join(desk.mailFolder, fileOf(number)), email);
  expect((await actWithStepUp(mari, 'erase-person', { email })).answer.body.erasure).toMatchObject({
    orders: [
      { number: erased, erased: 'contact' },
      { number: open, erased: 'none' },
    ],
  });
  expect(await readdir(desk.mailFolder)).toEqual([fileOf(open)]);
});

test('the erasure of a person who has only asked for a mail when a tire is on sale again is reported as done', async () => {
  const mari = await desk.enrol('owner', 'mari');
  const email = 'jaan@example.com';
  await desk.shop.db
    .insertInto('stock_notices')
    .values({ tire_id: 'tire', email, locale: 'ee', count: 4, asked_at: desk.clock.now })
    .execute();
  const { answer } = await actWithStepUp(mari, 'erase-person', { email });
  expect(answer.body).toMatchObject({ erasure: { orders: [], notices: 1 } });
});

test('a new name can be invited, a taken one only with `again`; an owner’s step-up revokes the person', async () => {
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('owner', 'mari')];
  const invited = (await actWithStepUp(mari, 'invite-person', { name: 'Jüri Õun', role: 'worker' })).answer;
  expect(invited.body.link).toMatch(/\/invite#.{40,}$/);
  expect((await desk.acted()).at(-1)).toMatchObject({ act: 'invite-person', subject: 'person juri-oun' });
  const taken = { name: 'Kati', login: 'kati', role: 'worker' };
  expect((await actWithStepUp(mari, 'invite-person', taken)).answer.body.code).toBe('name-taken');
  expect((await actWithStepUp(mari, 'invite-person', { ...taken, again: true })).answer.status).toBe(200);
  expect((await actWithStepUp(mari, 'invite-person', { name: '…', role: 'worker' })).answer.body.code).toBe(
    'invalid-name',
  );
  expect((await actWithStepUp(mari, 'revoke-person', { login: 'kati' })).answer.status).toBe(200);
  expect((await kati.get('/api/today?branch=ringtee')).status).toBe(401);
  expect((await actWithStepUp(mari, 'revoke-person', { login: 'kati' })).answer.status).toBe(404);
});
