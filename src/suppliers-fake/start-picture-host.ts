import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { drawPicture } from './draw-picture.ts';
import { listen } from './listen.ts';

/** `html`: a page with the content type of a JPEG; `none`: the same placeholder for all paths;
 * `redirect`: to 127.0.0.1; `cut`: half of the file; a Buffer: these bytes. */
export type PictureFault = 'missing' | 'html' | 'none' | 'redirect' | 'silent' | 'cut' | Buffer;

export type PictureRequest = { path: string; headers: IncomingMessage['headers']; status: number };

/** Starts a host that draws a picture for each path `/pictures/NAME.jpg`, or `/pictures/WIDTH/NAME.jpg`. */
export async function startPictureHost() {
  const faultsByPath = new Map<string, PictureFault>();
  const requests: PictureRequest[] = [];
  let openRequests = 0;
  let maxOpenRequests = 0;

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    openRequests++;
    maxOpenRequests = Math.max(maxOpenRequests, openRequests);
    response.once('close', () => openRequests--);
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
    const drawnName = fault === 'none' ? 'no picture' : name;
    const bytes = Buffer.isBuffer(fault) ? fault : await drawPicture({ name: drawnName, width: Number(width ?? 900) });
    const etag = `"${hash('sha256', bytes).slice(0, 16)}"`;
    if (request.headers['if-none-match'] === etag) return end(304, { etag });
    if (fault !== 'cut') return end(200, { 'content-type': 'image/jpeg', etag }, bytes);
    response.writeHead(200, { 'content-length': `${bytes.length}` });
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
  };

  return { ...(await listen(respond)), requests, faults: faultsByPath, maxOpenRequests: () => maxOpenRequests };
}
