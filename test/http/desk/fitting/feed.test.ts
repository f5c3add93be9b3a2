import { expect, test } from 'vitest';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { actWithStepUp } from '../../../support/desk/touch.ts';

const desk = deskOfOrders();

/** Creates a feed as an owner; returns its path. */
async function feedOf(branch: string): Promise<{ path: string; owner: Awaited<ReturnType<typeof desk.enrol>> }> {
  const owner = await desk.enrol('owner', 'mari');
  const { answer } = await actWithStepUp(owner, 'create-feed', { branch });
  expect(answer.status, answer.text).toBe(200);
  return { path: new URL(String(answer.body.link)).pathname, owner };
}

const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

test('the secret URL of a calendar feed gives times, work and order numbers, and no names or plates', async () => {
  const { path, owner } = await feedOf('ringtee');
  expect(path).toMatch(/^\/feed\/[\w-]{43}\.ics$/);
  const number = await desk.shop.order({ fulfilment: 'fitting', plate: '123 ABC', note: 'Kirjutage mulle' });
  await owner.act('book-order-fitting', { number, at: '2026-11-23T07:00:00.000Z', vehicle: 'car' });
  await owner.act('book-fitting', {
    ...{ branch: 'ringtee', at: '2026-11-23T07:00:00.000Z', vehicle: 'van', wheels: 2, rim: 17, channel: 'phone' },
    ...{ name: 'Jüri Tamm', phone: '5123 4567', plate: '456 DEF', note: 'sinine' },
  });
  const answer = await desk.send(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/calendar');
  expect(answer.headers.getSetCookie()).toEqual([]);
  const lines = unfolded(answer.text);
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['METHOD:PUBLISH', 'DTSTART:20261123T070000Z', 'DTEND:20261123T073000Z'],
      ...[`SUMMARY:4 × 16″\\, ${number}`, 'SUMMARY:2 × 17″', 'LOCATION:Ringtee\\, Boks 3', 'SEQUENCE:0'],
    ]),
  );
  expect(answer.text).not.toMatch(/Maasikas|Tamm|123 ?ABC|456 ?DEF|5123 ?4567|example\.com\/|Kirjutage|sinine/);

  await owner.act('free-order-fitting', { number });
  expect((await desk.send(path)).text).not.toContain(number);
});

test('stores only a hash of the URL; each branch and each feed has its own URL', async () => {
  const { path, owner } = await feedOf('annelinn');
  const [secret = ''] = /[\w-]{43}/.exec(path) ?? [];
  const rows = await desk.shop.db.selectFrom('fitting_feeds').selectAll().execute();
  expect(rows).toMatchObject([{ branch: 'annelinn', created_by: 'staff:mari', revoked_at: null }]);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(desk.log()).not.toContain(secret);
  const number = await desk.shop.order({ fulfilment: 'fitting' });
  await owner.act('book-order-fitting', { number, at: '2026-11-23T07:00:00.000Z', vehicle: 'car' });
  expect((await desk.send(path)).text).not.toContain(number);
});

test('a revoked, wrong or incomplete URL shows nothing; workers can neither create nor revoke feeds', async () => {
  const { path, owner } = await feedOf('ringtee');
  const worker = await desk.enrol('worker', 'kati');
  for (const wrong of ['/feed/x.ics', '/feed/', `/feed/${'x'.repeat(43)}.ics`, path.replace('.ics', ''), `${path}x`])
    expect(await desk.send(wrong), wrong).toMatchObject({ status: 404, body: { code: 'unknown' } });
  expect((await actWithStepUp(worker, 'create-feed', { branch: 'ringtee' })).answer.status).toBe(403);
  const { feeds } = (await owner.get('/api/shop')).body as { feeds: { id: number; branch: string }[] };
  expect(feeds).toMatchObject([{ branch: 'ringtee', createdBy: 'staff:mari' }]);
  const fields = { id: feeds[0]?.id };
  expect((await actWithStepUp(owner, 'revoke-feed', fields)).answer.status).toBe(200);
  expect((await desk.send(path)).status).toBe(404);
  expect((await actWithStepUp(owner, 'revoke-feed', fields)).answer.status).toBe(404);
  expect((await owner.get('/api/shop')).body.feeds).toEqual([]);
});

test('limits guesses of the URL', async () => {
  const guess = () => desk.send(`/feed/${'y'.repeat(43)}.ics`);
  for (let n = 0; n < 30; n += 1) expect((await guess()).status).toBe(404);
  expect(await guess()).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
});
