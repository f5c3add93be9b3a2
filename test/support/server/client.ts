import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** As transferred, still compressed. */
  body: Buffer;
  text: string;
  json<T>(): T;
};

export type Asking = { method?: string; headers?: Record<string, string>; body?: string };

/**
 * Sends one request exactly as written: unlike `fetch` it adds no headers for negotiation, keeps the path and follows
 * no redirect.
 */
export function ask(
  address: string,
  path: string,
  { method = 'GET', headers = {}, body }: Asking = {},
): Promise<Answer> {
  const { hostname, port } = new URL(address);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request({ hostname, port, path, method, headers, agent: false }, async (answer) => {
    try {
      const body = await buffer(answer);
      const text = body.toString();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, text, json: () => JSON.parse(text) });
    } catch (error) {
      reject(error);
    }
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
