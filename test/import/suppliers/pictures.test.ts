import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { PictureFault } from '../../../src/suppliers-fake/start-picture-host.ts';
import { bomb, photograph } from '../../support/catalogue/photographs.ts';
import { hosts, picturedShop, picturedTire, terms } from './pictured-shop.ts';

const pictured = picturedShop();
const one = (pilt: string, model = 'Hakka Blue 3') => [picturedTire(`${hosts}${pilt}`, { mudel: model })];

test('20 sizes of a model have one photograph, and its studded tires another one', async () => {
  const sizes = Array.from({ length: 20 }, (_, n) => ({ suurus: `${155 + n * 10}/55R16 91T` }));
  const plain = sizes.map((size, n) =>
    picturedTire(`${hosts}/pictures/plain.jpg?size=${n}`, { ...size, hooaeg: 'Talv', naast: 'Lamell' }),
  );
  const studded = sizes.map((size) =>
    picturedTire(`${hosts}/pictures/studded.jpg`, { ...size, hooaeg: 'Talv', naast: 'Naast' }),
  );
  await pictured.offer([...plain, ...studded]);
  await pictured.fetch();
  const photos = await pictured.photos();
  expect(photos).toMatchObject([
    { studs: 'none', source: 'supplier', supplier: 'hulgi', tires: 20, licence: terms.licence },
    { studs: 'studded', tires: 20 },
  ]);
  // Of 20 addresses of a design, three are asked.
  expect(pictured.host.requests.map(({ path }) => path).sort()).toEqual([
    ...Array(3).fill('/pictures/plain.jpg'),
    '/pictures/studded.jpg',
  ]);
  const files = (await readdir(pictured.folder, { recursive: true })).filter((name) => name.endsWith('160.webp'));
  expect(files.map((name) => name.slice(3, 19)).sort()).toEqual(photos.map(({ photo }) => photo).sort());
});

const jpeg = await photograph().jpeg().toBuffer();
const white = await photograph({ width: 300, height: 300 }).linear(0, 255).jpeg().toBuffer();

test.each<[string, PictureFault, string | RegExp]>([
  ['is not there', 'missing', 'pildid.test answered 404'],
  ['is an HTML page', 'html', 'not-a-picture'],
  ['is an SVG named .jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not-a-picture'],
  ['is a PNG of 50,000 × 50,000 pixels', bomb(50_000), 'too-many-pixels'],
  ['has 9 MB', Buffer.concat([jpeg, Buffer.alloc(9 * 1024 * 1024)]), /^the answer is larger than 8,388,608 bytes$/],
  ['is cut on the way', 'cut', 'the transfer was cut short'],
  ['is a cut file', jpeg.subarray(0, jpeg.length / 2), 'unreadable'],
  ['has 199 pixels', await photograph({ width: 199, height: 600 }).jpeg().toBuffer(), 'too-small'],
  ['has one colour', white, 'one-colour'],
  ['is not sent', 'silent', 'the transfer took longer than 0.3 s'],
  ['redirects to this machine', 'redirect', '127.0.0.1 is not an address of the public internet'],
])('a picture that %s is not shown', async (_case, fault, reason) => {
  pictured.host.faults.set('/pictures/x.jpg', fault);
  await pictured.offer(one('/pictures/x.jpg'));
  const connect = fault === 'silent' ? { limits: { totalMs: 300 } } : {};
  expect(await pictured.fetch({ connect })).toEqual({ '/pictures/x.jpg': expect.stringMatching(reason) });
  expect(await pictured.photos()).toEqual([]);
});

test.each(['127.0.0.1', '169.254.169.254', '10.0.0.1'])('a host that resolves to %s is not asked', async (resolved) => {
  await pictured.offer(one('/pictures/x.jpg'));
  const connect = { fakes: {}, resolve: async () => [{ address: resolved, family: 4 }] };
  expect(await pictured.fetch({ connect })).toEqual({
    '/pictures/x.jpg': 'pildid.test is not an address of the public internet',
  });
  expect(pictured.host.requests).toEqual([]);
});

test('addresses of a list that are not https, or hold a password or the key, are not stored', async () => {
  await pictured.offer([
    picturedTire('http://pildid.test/pictures/x.jpg'),
    picturedTire('https://me:secret@pildid.test/pictures/x.jpg', { mudel: 'A' }),
    picturedTire('file:///etc/passwd', { mudel: 'B' }),
    picturedTire('', { mudel: 'C' }),
    picturedTire(`${hosts}/${'x'.repeat(1_000)}.jpg`, { mudel: 'D' }),
  ]);
  expect(await pictured.shop.db.selectFrom('supplier_pictures').selectAll().execute()).toEqual([]);
  const by = pictured.declared({ pictures: { ...terms, url: 'https://pildid.test/pictures/{{value}}.jpg' } });
  await pictured.offer([picturedTire('a/../b?c')], by);
  const stored = await pictured.shop.db.selectFrom('supplier_pictures').select('url').execute();
  expect(stored).toEqual([{ url: 'https://pildid.test/pictures/a%2F..%2Fb%3Fc.jpg' }]);
});

test('the login is sent to the host of the list only, and two pictures are fetched at a time', async () => {
  const from = { url: 'https://hulgi.test/list', key: { header: 'X-Api-Key' } };
  const tires = ['A', 'B', 'C', 'D', 'E'].map((mudel) =>
    picturedTire(`${mudel === 'A' ? 'https://hulgi.test' : hosts}/pictures/${mudel}.jpg`, { mudel }),
  );
  await pictured.offer(tires);
  for (const { kood } of tires) pictured.host.faults.set(`/pictures/${kood?.split(' ')[1]}.jpg`, 'silent');
  const connect = { limits: { totalMs: 300 } };
  await pictured.fetch({ by: [pictured.declared({ from })], keys: { hulgi: 'sesame-open-up' }, connect });
  const keys = pictured.host.requests.map(({ path, headers }) => [path, headers['x-api-key']]);
  expect(Object.fromEntries(keys)).toEqual({
    '/pictures/A.jpg': 'sesame-open-up',
    ...Object.fromEntries(['B', 'C', 'D', 'E'].map((model) => [`/pictures/${model}.jpg`, undefined])),
  });
  expect(keys).toHaveLength(5);
  expect(pictured.host.maxOpenRequests()).toBeLessThanOrEqual(3);
});

test('a picture is fetched again after 30 days by its ETag, and a failed one after a day', async () => {
  await pictured.offer([...one('/pictures/x.jpg'), ...one('/pictures/y.jpg', 'Other')]);
  pictured.host.faults.set('/pictures/y.jpg', 'missing');
  expect(await pictured.fetch()).toEqual({ '/pictures/x.jpg': 'shown', '/pictures/y.jpg': expect.any(String) });
  expect(await pictured.fetch({ days: 0.9 })).toEqual({});
  expect(await pictured.fetch({ days: 1.1 })).toEqual({ '/pictures/y.jpg': 'pildid.test answered 404' });
  pictured.host.faults.set('/pictures/y.jpg', 'html');
  expect(await pictured.fetch({ days: 31 })).toEqual({
    '/pictures/x.jpg': 'unchanged',
    '/pictures/y.jpg': 'not-a-picture',
  });
  expect(pictured.host.requests.map(({ path, status }) => [path, status]).at(-2)).toEqual(['/pictures/x.jpg', 304]);
  expect(await pictured.photos()).toHaveLength(1);
});

test('processes are told at once about a photograph that replaces another, and find others by their next check', async () => {
  const client = new pg.Client(pictured.shop.url());
  await client.connect();
  onTestFinished(() => client.end());
  let told = 0;
  client.on('notification', () => (told += 1));
  await client.query('listen catalogue');
  const toldBy = async (side: number) => {
    await pictured.offer(one(`/pictures/${side}/x.jpg`));
    await client.query('select 1');
    told = 0;
    expect(await pictured.fetch()).toEqual({ [`/pictures/${side}/x.jpg`]: 'shown' });
    // The notifications of earlier transactions come before the answer.
    await client.query('select 1');
    return told;
  };
  expect(await toldBy(300)).toBe(0);
  expect(await toldBy(500)).toBe(1);
});

test('the same bytes for models of three manufacturers are a “no picture”: all three have drawings again', async () => {
  const makers = ['Nokian', 'Michelin', 'Pirelli', 'Hankook'];
  for (const maker of makers) pictured.host.faults.set(`/pictures/${maker}.jpg`, 'none');
  const tires = makers.map((tootja) => picturedTire(`${hosts}/pictures/${tootja}.jpg`, { tootja, mudel: tootja }));
  await pictured.offer(tires.slice(0, 2));
  expect(await pictured.fetch()).toEqual({ '/pictures/Nokian.jpg': 'shown', '/pictures/Michelin.jpg': 'shown' });
  await pictured.offer(tires);
  expect(await pictured.fetch()).toEqual({
    '/pictures/Pirelli.jpg': 'placeholder',
    '/pictures/Hankook.jpg': 'placeholder',
  });
  expect(await pictured.photos()).toEqual([]);
  await pictured.offer([...tires, picturedTire(`${hosts}/pictures/Nokian.jpg`, { tootja: 'Falken', mudel: 'Z' })]);
  expect(await pictured.fetch()).toEqual({});
});
