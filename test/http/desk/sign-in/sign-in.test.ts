import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { invitePerson } from '../../../../src/shop/staff/people.server.ts';
import { closeStation, enrolStation, setPin } from '../../../../src/shop/staff/stations.server.ts';
import { cookieOf, deskOfOrders } from '../../../support/desk/desk.ts';
import { softwarePasskey } from '../../../support/desk/passkey.ts';

const desk = deskOfOrders();
const minute = 60_000;
const later = (ms: number) => {
  desk.clock.now = new Date(desk.clock.now.getTime() + ms);
};
const signInOptions = async () => (await desk.send('/api/sign-in/options', { body: {} })).body as { challenge: string };

test('a person enrols by an invitation, is signed in, signs out, and signs in by the passkey', async () => {
  expect((await desk.send('/api/session')).body).toMatchObject({ enrolled: false, person: null });
  const kati = await desk.enrol('worker', 'kati');
  expect((await kati.get('/api/session')).body).toMatchObject({
    enrolled: true,
    person: { login: 'kati', role: 'worker', byPin: false },
  });
  await kati.post('/api/sign-out', {});
  expect((await kati.get('/api/today?branch=ringtee')).status).toBe(401);
  const answer = kati.passkey.authenticate(await signInOptions());
  const signedIn = await desk.send('/api/sign-in', { body: answer });
  expect(signedIn.status).toBe(200);
  const [cookie = ''] = signedIn.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-desk=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
});

test('an invitation works once, and for 15 minutes; no log contains it', async () => {
  const kati = await desk.enrol('owner', 'kati');
  const again = await desk.send('/api/enrol/options', { body: { token: kati.token } });
  expect(again).toMatchObject({ status: 403, body: { code: 'invitation-refused' } });
  const invited = await kati.act('invite-person', { name: 'Mari', role: 'worker' });
  // An invitation needs a step-up.
  expect(invited).toMatchObject({ status: 403, body: { code: 'step-up', act: 'invite-person' } });
  const fields = { key: randomUUID(), name: 'Mari', role: 'worker' };
  const options = await kati.post('/api/step-up', { act: 'invite-person', fields });
  const stepUp = kati.passkey.authenticate(options.body as { challenge: string });
  const answer = await kati.post('/api/acts/invite-person', { ...fields, stepUp });
  expect(answer.status, answer.text).toBe(200);
  const token = String(answer.body.link).split('#')[1] ?? '';
  later(15 * minute);
  expect((await desk.send('/api/enrol/options', { body: { token } })).status).toBe(403);
  expect(desk.log()).not.toContain(kati.token);
  expect(desk.log()).not.toContain(token);
});

test.each([
  ['without user verification', { unverified: true }],
  ['from another origin', { origin: 'https://desk.evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['of an enrolment', { type: 'webauthn.create' }],
])('refuses an answer of a passkey %s', async (_, faults) => {
  const kati = await desk.enrol('worker', 'kati');
  const answer = kati.passkey.authenticate(await signInOptions(), faults);
  expect(await desk.send('/api/sign-in', { body: answer })).toMatchObject({
    status: 403,
    body: { code: 'passkey-refused' },
  });
});

test.each([
  ['without user verification', { unverified: true }],
  ['from another origin', { origin: 'https://desk.evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
])('refuses to enrol a passkey %s, and the invitation is used up', async (_, faults) => {
  const person = { name: 'Kati', role: 'owner' as const };
  const invited = await invitePerson(desk.shop.db, person, { at: desk.clock.now, actor: 'operator' });
  const token = invited.ok ? invited.token : '';
  const passkey = softwarePasskey(() => desk.address);
  const { body } = await desk.send('/api/enrol/options', { body: { token } });
  const offer = body.options as { challenge: string };
  const enrol = (answer: unknown) => desk.send('/api/enrol', { body: { token, answer, name: 'phone' } });
  const refused = await enrol(passkey.register(offer, faults));
  expect(refused).toMatchObject({ status: 403, body: { code: 'passkey-refused' } });
  expect(await enrol(passkey.register(offer))).toMatchObject({ status: 403, body: { code: 'invitation-refused' } });
  expect((await desk.send('/api/session')).body.enrolled).toBe(false);
});

test('the response to a step-up signs no user in', async () => {
  const kati = await desk.enrol('owner', 'kati');
  const fields = { key: randomUUID(), name: 'Mari', role: 'worker' };
  const options = await kati.post('/api/step-up', { act: 'invite-person', fields });
  const answer = kati.passkey.authenticate(options.body as { challenge: string });
  expect((await desk.send('/api/sign-in', { body: answer })).body).toEqual({ code: 'passkey-refused' });
});

test('refuses a used or old challenge and an unknown passkey', async () => {
  const kati = await desk.enrol('worker', 'kati');
  const options = await signInOptions();
  expect((await desk.send('/api/sign-in', { body: kati.passkey.authenticate(options) })).status).toBe(200);
  expect((await desk.send('/api/sign-in', { body: kati.passkey.authenticate(options) })).status).toBe(403);
  const old = await signInOptions();
  later(5 * minute);
  expect((await desk.send('/api/sign-in', { body: kati.passkey.authenticate(old) })).status).toBe(403);
  const stranger = softwarePasskey(() => desk.address);
  expect((await desk.send('/api/sign-in', { body: stranger.authenticate(await signInOptions()) })).status).toBe(403);
});

test('a session ends after an hour without use, after 12 hours, and when it is signed out elsewhere', async () => {
  const kati = await desk.enrol('worker', 'kati');
  later(59 * minute);
  expect((await kati.get('/api/today?branch=ringtee')).status).toBe(200);
  later(59 * minute);
  // A refresh in the background does not count as use.
  expect((await kati.get('/api/today?branch=ringtee', { 'desk-background': '1' })).status).toBe(200);
  later(2 * minute);
  expect((await kati.get('/api/today?branch=ringtee')).status).toBe(401);

  const mari = await desk.enrol('worker', 'mari');
  for (let hour = 0; hour < 12; hour += 1) {
    later(59 * minute);
    expect((await mari.get('/api/today?branch=ringtee')).status).toBe(200);
  }
  later(13 * minute);
  expect((await mari.get('/api/today?branch=ringtee')).status).toBe(401);

  const [one, two] = [await desk.enrol('worker', 'jaan'), await desk.enrol('worker', 'piret')];
  const other = await desk.send('/api/sign-in', { body: one.passkey.authenticate(await signInOptions()) });
  const elsewhere = desk.signedIn(cookieOf(other, '__Host-desk'));
  await elsewhere.post('/api/sign-out-elsewhere', {});
  expect((await one.get('/api/today?branch=ringtee')).status).toBe(401);
  expect((await elsewhere.get('/api/today?branch=ringtee')).status).toBe(200);
  expect((await two.get('/api/today?branch=ringtee')).status).toBe(200);
});

test('answers a missing, an expired and a foreign session with the same bytes', async () => {
  const kati = await desk.enrol('worker', 'kati');
  await kati.post('/api/sign-out', {});
  const answers = [
    await desk.send('/api/today?branch=ringtee'),
    await kati.get('/api/today?branch=ringtee'),
    await desk.send('/api/today?branch=ringtee', { cookies: { '__Host-desk': 'x'.repeat(43) } }),
    await desk.send('/api/today?branch=ringtee', { cookies: { desk: kati.session } }),
  ];
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set(['401 {"code":"signed-out"}']),
  );
});

test('the next request of every session of a revoked person is refused', async () => {
  const [owner, kati] = [await desk.enrol('owner', 'mari'), await desk.enrol('worker', 'kati')];
  const { body } = await desk.send('/api/sign-in/options', { body: {} });
  const second = await desk.send('/api/sign-in', { body: kati.passkey.authenticate(body as { challenge: string }) });
  const tablet = desk.signedIn(cookieOf(second, '__Host-desk'));
  const fields = { key: randomUUID(), login: 'kati' };
  const options = await owner.post('/api/step-up', { act: 'revoke-person', fields });
  const stepUp = owner.passkey.authenticate(options.body as { challenge: string });
  expect((await owner.post('/api/acts/revoke-person', { ...fields, stepUp })).status).toBe(200);
  for (const session of [kati, tablet]) expect((await session.get('/api/today?branch=ringtee')).status).toBe(401);
  const back = await desk.send('/api/sign-in', { body: kati.passkey.authenticate(await signInOptions()) });
  expect(back.status).toBe(403);
});

async function openStation() {
  const kati = await desk.enrol('owner', 'kati');
  await desk.enrol('worker', 'mari');
  for (const [login, pin] of [
    ['kati', '274951'],
    ['mari', '860137'],
  ] as const) {
    const person = await desk.shop.db
      .selectFrom('staff')
      .select('id')
      .where('login', '=', login)
      .executeTakeFirstOrThrow();
    expect(await setPin(desk.shop.db, person.id, pin)).toBe(true);
  }
  const token = await enrolStation(
    desk.shop.db,
    { branch: 'ringtee', name: 'Counter 1' },
    { at: desk.clock.now, actor: 'operator' },
  );
  const adopted = await desk.send('/api/station', { body: { token } });
  expect(adopted.status, adopted.text).toBe(200);
  expect((await desk.send('/api/station', { body: { token } })).status).toBe(403);
  const station = { '__Host-station': cookieOf(adopted, '__Host-station') };
  const pin = (login: string, digits: string, cookies: Record<string, string> = station) =>
    desk.send('/api/sign-in/pin', { body: { login, pin: digits }, cookies });
  const open = async () => {
    const options = (await desk.send('/api/sign-in/options', { body: {} })).body as { challenge: string };
    return desk.send('/api/sign-in', { body: kati.passkey.authenticate(options), cookies: station });
  };
  return { station, pin, open };
}

test('at a station that a passkey has opened, a PIN signs in with the rights of a worker', async () => {
  const { pin, open, station } = await openStation();
  expect((await pin('kati', '274951')).body).toMatchObject({ code: 'pin-closed' });
  expect((await open()).status).toBe(200);
  const byPin = await pin('kati', '274951');
  expect(byPin.status).toBe(200);
  const kati = desk.signedIn(cookieOf(byPin, '__Host-desk'));
  expect((await kati.get('/api/today?branch=ringtee')).status).toBe(200);
  expect((await kati.get('/api/shop')).status).toBe(403);
  expect((await pin('mari', '860137', {})).body).toMatchObject({ code: 'no-station' });
  later(5 * minute + 1);
  expect((await kati.get('/api/today?branch=ringtee')).status).toBe(401);
  const session = (await desk.send('/api/session', { cookies: station })).body;
  expect(session).toMatchObject({
    station: { name: 'Counter 1', open: true, people: [{ login: 'kati' }, { login: 'mari' }] },
  });
});

test('at a station a session by passkey ends after half an hour without use, and when the station is closed', async () => {
  const { open } = await openStation();
  const signedIn = async () => desk.signedIn(cookieOf(await open(), '__Host-desk'));
  const idle = await signedIn();
  later(30 * minute);
  expect((await idle.get('/api/today?branch=ringtee')).status).toBe(200);
  later(30 * minute + 1);
  expect((await idle.get('/api/today?branch=ringtee')).status).toBe(401);
  const closed = await signedIn();
  expect((await closed.get('/api/today?branch=ringtee')).status).toBe(200);
  const { id } = await desk.shop.db.selectFrom('desk_stations').select('id').executeTakeFirstOrThrow();
  await closeStation(desk.shop.db, id, desk.clock.now);
  expect((await closed.get('/api/today?branch=ringtee')).status).toBe(401);
});

test('five wrong PINs lock only that person; twenty lock the station until a passkey opens it', async () => {
  const { pin, open } = await openStation();
  await open();
  for (let n = 1; n < 5; n += 1) expect((await pin('kati', '000001')).body).toMatchObject({ code: 'pin-wrong' });
  expect((await pin('kati', '000001')).body).toMatchObject({ code: 'pin-locked' });
  // The lock refuses the right PIN, too.
  expect((await pin('kati', '274951')).body).toMatchObject({ code: 'pin-locked' });
  expect((await pin('mari', '860137')).status).toBe(200);
  await open();
  expect((await pin('kati', '274951')).status).toBe(200);
  // The limit per network address allows 30 attempts a minute.
  const answers = [];
  for (let n = 0; n < 21; n += 1) answers.push((await pin(n % 2 ? 'kati' : 'mari', '000002')).body.code);
  expect(answers.at(-1)).toBe('pin-closed');
  expect((await pin('mari', '860137')).body).toMatchObject({ code: 'pin-closed' });
});
