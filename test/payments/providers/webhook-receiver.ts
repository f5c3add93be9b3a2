import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookRequest } from '../../../src/shop/payment/provider.ts';

/** A server that stores the exact bytes of each webhook in `received` and answers with `status`. */
export async function webhookReceiver() {
  const received: WebhookRequest[] = [];
  const receiver = { received, status: 200, url: '', close: async () => {} };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    received.push({ body: Buffer.concat(chunks), headers: request.headers, query });
    response.writeHead(receiver.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/teade`;
  receiver.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return receiver;
}
