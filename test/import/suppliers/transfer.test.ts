import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ConnectionOptions } from '../../../src/shop/catalog/supplier/fetch/request.server.ts';
import { listServer } from './list-server.ts';
import { supplier, supplierCsv, supplierShop, tires } from './supplier-shop.ts';

const shop = supplierShop();
const server = listServer();
const list = supplierCsv(tires());

type TransferOptions = { connection?: Partial<ConnectionOptions>; url?: string; force?: boolean };

/** Fetches `/list` of the server as a supplier with a key. */
function fetchList({ connection = {}, url = server.at('/list'), force = false }: TransferOptions = {}) {
  const withKey = supplier({ from: { url, key: { header: 'X-Api-Key' } } });
  return shop.fetch(withKey, { key: 'sesame-open-up', connection: server.connection(connection), force });
}

test('imports a list sent plain, as gzip, as brotli and as a gzip file; sends the key as declared', async () => {
  server.respondWith((_, response) => response.end(list));
  expect(await fetchList()).toMatchObject({ result: 'imported', report: { added: 3 } });
  expect(server.requests[0]).toMatchObject({ url: '/list', headers: { 'x-api-key': 'sesame-open-up' } });
  for (const [encoding, packed] of [
    ['gzip', await promisify(gzip)(list)],
    ['br', await promisify(brotliCompress)(list)],
    ['identity', await promisify(gzip)(list)],
  ] as const) {
    server.respondWith((_, response) => response.setHeader('content-encoding', encoding).end(packed));
    expect(await fetchList()).toMatchObject({ result: 'imported', report: { unchanged: 3, changed: false } });
  }
  const inQuery = supplier({ from: { url: server.at('/list?a=1'), key: { query: 'key' } } });
  await shop.fetch(inQuery, { key: 'a&b=c d/ö?', connection: server.connection() });
  expect(server.requests.at(-1)?.url).toBe('/list?a=1&key=a%26b%3Dc+d%2F%C3%B6%3F');
});

type RefusedTransfer = [
  name: string,
  message: RegExp,
  handler: Parameters<typeof server.respondWith>[0],
  connection?: Partial<ConnectionOptions>,
];

test.each<RefusedTransfer>([
  [
    'a transfer cut short of its length',
    /cut short/,
    (_, response) => response.writeHead(200, { 'content-length': 9_999 }).write(list, () => response.destroy()),
  ],
  ['chunks without an end', /cut short/, (_, response) => response.write(list, () => response.destroy())],
  [
    'a gzip cut short',
    /cut short/,
    (_, response) =>
      void gzip(list, (_, packed) => response.setHeader('content-encoding', 'gzip').end(packed.subarray(0, 50))),
  ],
  [
    'an invalid gzip',
    /compression is broken/,
    (_, response) => response.setHeader('content-encoding', 'gzip').end(list),
  ],
  [
    'an invalid brotli',
    /compression is broken/,
    (_, response) => response.setHeader('content-encoding', 'br').end(list),
  ],
  [
    'unrequested compression',
    /compressed as zstd/,
    (_, response) => response.setHeader('content-encoding', 'zstd').end(list),
  ],
  [
    'a list with too large a Content-Length',
    /larger than 1,000 bytes/,
    (_, response) => response.writeHead(200, { 'content-length': 5_000_000 }).write('x'),
    { limits: { bytes: 1_000 } },
  ],
  [
    'too large a list',
    /larger than 1,000 bytes/,
    (_, response) => response.writeHead(200, { 'transfer-encoding': 'chunked' }).end('x'.repeat(5_000)),
    { limits: { bytes: 1_000 } },
  ],
  [
    'a gzip bomb',
    /larger than 1,000,000 bytes/,
    (_, response) =>
      void gzip(Buffer.alloc(50_000_000), (_, bomb) => response.setHeader('content-encoding', 'gzip').end(bomb)),
    { limits: { bytes: 1_000_000 } },
  ],
  ['a server that never responds', /no data for 0.1 s/, () => {}, { limits: { idleMs: 100 } }],
  ['a stalled transfer', /no data for 0.1 s/, (_, response) => response.write(list), { limits: { idleMs: 100 } }],
  ['a very slow transfer', /took longer than 0.2 s/, (_, response) => drip(response), { limits: { totalMs: 200 } }],
  ['status 503', /feed\.test:\d+ answered 503/, (_, response) => response.writeHead(503).end('sesame-open-up')],
  ['status 401', /answered 401/, (_, response) => response.writeHead(401).end()],
  ['status 204', /answered 204/, (_, response) => response.writeHead(204).end()],
  ['an unrequested 304', /answered 304/, (_, response) => response.writeHead(304).end()],
  ['a redirect to nowhere', /redirects nowhere/, (_, response) => response.writeHead(302).end()],
  [
    'a redirect away from https',
    /away from https/,
    (_, response) => response.writeHead(302, { location: 'http://feed.test/list' }).end(),
  ],
  [
    'a redirect to a file',
    /away from https/,
    (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  ],
  [
    'a redirect with a password',
    /with a password/,
    (_, response) => response.writeHead(302, { location: 'https://me:you@feed.test/' }).end(),
  ],
  [
    'a redirect to a private network',
    /10\.0\.0\.5 is not an address of the public internet/,
    (_, response) => response.writeHead(302, { location: 'https://10.0.0.5/' }).end(),
  ],
  [
    'a redirect to cloud metadata',
    /is not an address of the public/,
    (_, response) => response.writeHead(307, { location: 'https://[::ffff:169.254.169.254]/latest' }).end(),
  ],
  [
    'a redirect with the key in its URL',
    /with the key to another host/,
    (_, response) => response.writeHead(302, { location: server.at('/?k=sesame%2Dopen-up', 'other.test') }).end(),
  ],
  [
    'endless redirects',
    /more than 3 redirects/,
    (_, response) => response.writeHead(302, { location: '/again' }).end(),
  ],
])('%s: imports nothing and reports the reason', async (_, message, handler, connection) => {
  server.respondWith((_, response) => response.end(list));
  await fetchList({ force: true });
  const before = await shop.rows();
  server.respondWith(handler);
  const outcome = await fetchList({ connection, force: true });
  expect(outcome).toMatchObject({ result: 'failed', reason: expect.stringMatching(message) });
  expect(JSON.stringify(outcome)).not.toContain('sesame');
  expect(await shop.rows()).toEqual(before);
});

/** Sends a byte every 20 ms, until the connection closes. */
function drip(response: import('node:http').ServerResponse): void {
  const timer = setInterval(() => response.write('x'), 20);
  response.on('close', () => clearInterval(timer));
}

test('follows three redirects, and sends the key to the declared host only', async () => {
  const redirects: Record<string, string> = {
    '/list': server.at('/there', 'other.test'),
    '/there': server.at('/back'),
    '/back': '/end',
  };
  server.respondWith((request, response) => {
    const location = redirects[request.url ?? ''];
    if (location) response.writeHead(302, { location }).end();
    else response.end(list);
  });
  expect(await fetchList()).toMatchObject({ result: 'imported' });
  expect(server.requests.map(({ host, url, headers }) => [host, url, headers['x-api-key']])).toEqual([
    ['feed.test', '/list', 'sesame-open-up'],
    ['other.test', '/there', undefined],
    ['feed.test', '/back', 'sesame-open-up'],
    ['feed.test', '/end', 'sesame-open-up'],
  ]);
});

test.each([
  ['https://127.0.0.1/', {}],
  ['https://[::1]/', {}],
  ['https://2130706433/', {}],
  ['https://0x7f.1/', {}],
  ['https://169.254.169.254/latest/meta-data', {}],
  ['https://feed.test/', { resolve: async () => [{ address: '192.168.1.1', family: 4 }] }],
  [
    'https://feed.test/',
    {
      resolve: async () => [
        { address: '8.8.8.8', family: 4 },
        { address: '::1', family: 6 },
      ],
    },
  ],
  ['https://feed.test/', { resolve: async () => [] }],
  ['https://localhost/', { resolve: undefined }],
])('does not connect to %s, whose address is not public', async (url, connection) => {
  const outcome = await fetchList({ connection: { allowLoopback: false, ...connection }, url });
  expect(outcome).toMatchObject({
    result: 'failed',
    reason: expect.stringContaining('is not an address of the public internet'),
  });
});

test('resolves a host name once, so that its address cannot change after the check', async () => {
  let lookups = 0;
  const resolve = async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
  server.respondWith((_, response) => response.end(list));
  expect(await fetchList({ connection: { resolve } })).toMatchObject({ result: 'imported' });
  expect(lookups).toBe(1);
});

test('refuses a self-signed certificate', async () => {
  server.respondWith((_, response) => response.end(list));
  expect(await fetchList({ connection: { ca: undefined } })).toMatchObject({
    result: 'failed',
    reason: expect.stringMatching(/certificate/),
  });
  expect(server.requests).toEqual([]);
});
