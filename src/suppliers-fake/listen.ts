import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts the HTTP server of a fake, such as the fake supplier, on 127.0.0.1; `port` 0: any free port. Answers with status 500 if `respond` fails. */
export async function listen(
  respond: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  port = 0,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    respond(request, response).catch((error: Error) => response.writeHead(500).end(`The fake failed: ${error.stack}`));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
