import { expect, test } from 'vitest';
import { openSession } from '../../src/shop/staff/sessions.server.ts';
import { shopOfOrders } from '../support/orders/shop-of-orders.ts';
import { fridayNoon } from '../support/shop-context.ts';

const shop = shopOfOrders();
const desk = (...args: string[]) => shop.run(['desk', ...args]);
const json = async (...args: string[]) => JSON.parse((await desk(...args, '--json')).out);

const env = () => ({ DATABASE_URL: shop.database.url, DESK_URL: 'https://desk.rehvid.ee' });

/** Gives a person a passkey and a session, as the desk does. */
async function signIn(login: string): Promise<void> {
  const { id } = await shop.db.selectFrom('staff').select('id').where('login', '=', login).executeTakeFirstOrThrow();
  const key = { id: login, staff_id: id, public_key: Buffer.from([]), counter: 0, transports: [], backed_up: false };
  await shop.db
    .insertInto('staff_passkeys')
    .values({ ...key, name: 'phone', created_at: fridayNoon })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await openSession(shop.db, { person: { id }, stationId: null, byPin: false }, fridayNoon);
}

test('desk invite: prints a one-time link to the desk, whose secret is stored only as a hash', async () => {
  const args = ['desk', 'invite', '--name', 'Käti Õun', '--role', 'owner'];
  const { code, out } = await shop.run(args, undefined, { env: env() });
  expect(code).toBe(0);
  expect(out).toMatch(/^For Käti Õun \(kati-oun, owner\), valid once, until .*12:15.*:\n/);
  const [, token = ''] = /^https:\/\/desk\.rehvid\.ee\/invite#([\w-]{43})$/m.exec(out) ?? [];
  const stored = await shop.db.selectFrom('staff_invitations').selectAll().execute();
  expect(stored).toMatchObject([{ created_by: 'operator', used_at: null }]);
  expect(token).not.toBe('');
  expect(JSON.stringify(stored)).not.toContain(token);
  // Without DESK_URL the desk is at its port on this machine. The older link stops working.
  const again = await json('invite', '--name', 'Käti Õun', '--role', 'owner');
  expect(again).toMatchObject({ login: 'kati-oun', link: expect.stringMatching(/^http:\/\/localhost:3002\/invite#/) });
  expect(await shop.db.selectFrom('staff_invitations').selectAll().execute()).toHaveLength(1);
});

test('desk invite: refuses a name that is taken, a name without letters, and a last owner who would lose the role', async () => {
  await desk('invite', '--name', 'Kati', '--role', 'owner');
  await signIn('kati');
  const invite = (...args: string[]) => desk('invite', '--name', 'Kati', ...args);
  expect(await invite('--role', 'owner')).toMatchObject({ code: 1, err: expect.stringMatching(/--again/) });
  expect(await invite('--role', 'worker', '--again')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/invite another owner first/),
  });
  expect(await invite('--role', 'owner', '--again')).toMatchObject({ code: 0 });
  expect(await desk('invite', '--name', '1234', '--role', 'worker')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/give --login/),
  });
  expect((await desk('invite', '--name', 'Mari', '--role', 'boss')).code).toBe(2);
  expect((await desk('invite', '--role', 'worker')).code).toBe(2);
});

test('desk people and sessions: list who can sign in and who is signed in', async () => {
  expect((await desk('people')).out).toBe('Nobody can sign in at the desk.\n');
  expect((await desk('sessions')).out).toBe('Nobody is signed in.\n');
  await desk('invite', '--name', 'Kati', '--role', 'owner');
  await signIn('kati');
  expect((await desk('people')).out).toMatch(/kati +Kati +owner +1 +no +1\n/);
  expect((await desk('sessions')).out).toMatch(/kati +own device +passkey +.*12:00/);
  const [person] = await json('people');
  expect(person).toMatchObject({ login: 'kati', role: 'owner', passkeys: [{ name: 'phone', synced: false }] });
  expect(JSON.stringify(person)).not.toMatch(/pin_?hash|public_?key|token/i);
  expect(await json('sessions')).toMatchObject([{ login: 'kati', byPin: false, station: null }]);
});

test('desk revoke: ends sessions and passkeys at once; the last owner stays', async () => {
  for (const [name, role] of [
    ['Kati', 'owner'],
    ['Mari', 'worker'],
  ] as const) {
    await desk('invite', '--name', name, '--role', role);
    await signIn(name.toLowerCase());
  }
  expect(await desk('revoke', 'mari')).toMatchObject({ code: 0, out: 'mari can no longer sign in.\n' });
  expect(await json('sessions')).toMatchObject([{ login: 'kati' }]);
  expect(await desk('revoke', 'mari')).toMatchObject({ code: 1, err: expect.stringMatching(/nobody has the login/) });
  expect(await desk('revoke', 'kati')).toMatchObject({ code: 1, err: expect.stringMatching(/last owner/) });
  // A login is not used again, so that each name in a history means one person.
  expect((await desk('invite', '--name', 'Mari', '--role', 'worker', '--again')).code).toBe(1);
});

test('desk sign-out: ends the sessions of one person, or of all', async () => {
  for (const name of ['Kati', 'Mari']) {
    await desk('invite', '--name', name, '--role', 'owner');
    for (let session = 0; session < 2; session += 1) await signIn(name.toLowerCase());
  }
  expect((await desk('sign-out', 'kati')).out).toBe('Sessions ended: 2\n');
  expect(await json('sessions')).toMatchObject([{ login: 'mari' }, { login: 'mari' }]);
  expect((await desk('sign-out', 'nobody')).code).toBe(1);
  expect((await desk('sign-out', 'kati', 'mari')).code).toBe(2);
  expect(await json('sign-out')).toEqual({ ended: 2 });
});

test('desk station: prints a one-time link for a tablet of a branch', async () => {
  const { code, out } = await shop.run(['desk', 'station', 'ringtee', '--name', 'Counter 1'], undefined, {
    env: env(),
  });
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^This link works once, within 15 minutes, and makes a tablet the station Counter 1:\nhttps:\/\/desk\.rehvid\.ee\/station#[\w-]{43}\n$/,
    ),
  });
  expect(await shop.db.selectFrom('desk_stations').select(['branch', 'name', 'adopted_at']).execute()).toEqual([
    { branch: 'ringtee', name: 'Counter 1', adopted_at: null },
  ]);
  expect((await desk('station', 'nowhere')).code).toBe(2);
});
