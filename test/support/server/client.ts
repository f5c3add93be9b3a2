import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as transferred, still compressed. */
  body: Buffer;
  text: string;
  json<T>(): T;
};

export type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string };

/** Sends a request. Unlike `fetch`, does not normalize the path, adds no Accept headers and follows no redirect. */
export function sendRequest(
  address: string,
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<Answer> {
  const { hostname, port } = new URL(address);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const clientRequest = request({ hostname, port, path, method, headers, agent: false }, async (answer) => {
    try {
      const body = await buffer(answer);
      const text = body.toString();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, text, json: () => JSON.parse(text) });
    } catch (error) {
      reject(error);
    }
  });
  // Node adds Content-Length to all methods but DELETE.
  if (body !== undefined && method === 'DELETE') clientRequest.setHeader('content-length', Buffer.byteLength(body));
  clientRequest.on('error', reject);
  clientRequest.end(body);
  return promise;
}
