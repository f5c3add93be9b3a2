import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { httpServer } from './server.ts';

async function withOpenRequest() {
  const { app } = httpServer({ logLevel: 'silent' });
  const requestArrived = Promise.withResolvers<void>();
  app.get('/', () => {
    requestArrived.resolve();
    return new Promise(() => {});
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const client = connect(port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  client.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
  await requestArrived.promise;
  return { app, client };
}

test('a closing server gives a running request ten seconds to finish', async () => {
  const { app, client } = await withOpenRequest();
  const setTimeoutSpy = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => setTimeoutSpy.mockRestore());
  const disconnected = once(client, 'close');
  const closing = app.close();
  const [closeConnections, delayMs] = await vi.waitUntil(() =>
    setTimeoutSpy.mock.calls.find(([callback]) => `${callback}`.includes('closeAllConnections')),
  );
  expect(delayMs).toBe(10_000);
  expect(client.closed).toBe(false);
  closeConnections();
  await Promise.all([disconnected, closing]);
});
