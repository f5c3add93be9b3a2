import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { openLargeResponses } from '../../../src/http/large-responses.ts';
import { catalogueOf, openCatalogueStore } from '../../../src/shop/catalog/catalogue.server.ts';
import { feeds } from '../../../src/web/feeds/feeds.server.ts';
import { searchEngines } from '../../../src/web/search-engines/search-engines.server.ts';
import { aTire } from '../../support/product.ts';
import { sendRequest } from '../../support/server/client.ts';

const origin = 'https://shop.example';

/** Serves feeds and sitemaps of 15,000 tires. A feed of 17 MB exceeds what sockets buffer for a client that does not read. */
async function startServer() {
  const tires = Array.from({ length: 15_000 }, (_, number) => aTire({ id: `tire-${number}` }));
  const catalogue = openCatalogueStore(catalogueOf(tires));
  const largeResponses = openLargeResponses({
    folder: join(tmpdir(), 'rehvipood-slow-readers'),
    now: () => 0,
    onError: (error) => expect.fail(`${error}`),
    memoryBytes: 2 ** 30,
  });
  const app = Fastify();
  app.addHook('onClose', largeResponses.close);
  await app.register(feeds, { origin, shopName: 'Shop', catalogue, largeResponses });
  await app.register(searchEngines, { origin, catalogue, largeResponses });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const open = () => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    return socket.on('error', () => {});
  };
  return { largeResponses, open, get: (path: string) => sendRequest(address, path) };
}

test.each(['/feeds/google-en.xml', '/sitemap-tires-1.xml'])(
  '%s is sent completely to other clients while one client stops reading after 1,500 bytes',
  async (path) => {
    const { open, get } = await startServer();
    const slowSocket = open();
    slowSocket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`);
    while (slowSocket.read(1_500) === null) await once(slowSocket, 'readable');
    for (const { status, headers, body, text } of await Promise.all([get(path), get(path), get(path)])) {
      expect({ status, isComplete: body.length === Number(headers['content-length']) }).toEqual({
        status: 200,
        isComplete: true,
      });
      expect(text.trimEnd()).toMatch(/<\/(rss|urlset)>$/);
    }
    expect(slowSocket.readyState).toBe('open');
  },
);

test('ten connections that send 150 pipelined requests each and read nothing use the memory of one response', async () => {
  const { largeResponses, open, get } = await startServer();
  const path = '/sitemap-tires-1.xml';
  const { headers } = await get(path);
  const memoryOfOneResponse = largeResponses.storedBytes.memory;
  for (let connection = 0; connection < 10; connection += 1) {
    const unread = open();
    unread.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`.repeat(150));
    await once(unread, 'readable');
  }
  expect((await get(path)).headers.etag).toBe(headers.etag);
  expect(largeResponses.storedBytes).toEqual({ memory: memoryOfOneResponse, files: 0 });
});
