import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drawPicture } from './draw-picture.ts';

/** What the host sends instead of the picture. A Buffer: these bytes. */
export type PictureFault =
  | 'missing' // status 404
  | 'html' // a page whose content type says `image/jpeg`
  | 'none' // a placeholder, the same for all paths
  | 'redirect' // a redirect to 127.0.0.1
  | 'silent' // no response
  | 'cut' // half of the file, then a broken connection
  | Buffer;

export type PictureRequest = { path: string; headers: IncomingMessage['headers']; status: number };

/** Starts a host that draws a picture for each path `/pictures/NAME.jpg`, or `/pictures/WIDTH/NAME.jpg`. */
export async function startPictureHost() {
  const faultsByPath = new Map<string, PictureFault>();
  const requests: PictureRequest[] = [];
  let openRequests = 0;
  let maxOpenRequests = 0;

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://fake').pathname;
    const fault = faultsByPath.get(path);
    const seen: PictureRequest = { path, headers: request.headers, status: 200 };
    requests.push(seen);
    const end = (status: number, headers: Record<string, string>, body: Buffer | string = '') => {
      seen.status = status;
      response.writeHead(status, headers).end(body);
    };
    if (fault === 'silent') return;
    if (fault === 'html') return end(200, { 'content-type': 'image/jpeg' }, '<!doctype html><h1>Please log in</h1>');
    if (fault === 'redirect') return end(302, { location: 'https://127.0.0.1/pictures/x.jpg' });
    const [, width, name] = /^\/pictures\/(?:(\d+)\/)?([^/]+)\.jpg$/.exec(path) ?? [];
    if (fault === 'missing' || name === undefined) return end(404, { 'content-type': 'text/plain' }, 'Not found');
    const bytes = Buffer.isBuffer(fault)
      ? fault
      : await drawPicture({ name: fault === 'none' ? 'no picture' : name, width: Number(width ?? 900) });
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
    if (request.headers['if-none-match'] === etag) return end(304, { etag });
    if (fault !== 'cut') return end(200, { 'content-type': 'image/jpeg', etag }, bytes);
    response.writeHead(200, { 'content-length': `${bytes.length}` });
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
  };

  const server = createServer((request, response) => {
    openRequests++;
    maxOpenRequests = Math.max(maxOpenRequests, openRequests);
    response.once('close', () => openRequests--);
    respond(request, response).catch((error: Error) => response.writeHead(500).end(`The fake failed: ${error.stack}`));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    faults: faultsByPath,
    maxOpenRequests: () => maxOpenRequests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
