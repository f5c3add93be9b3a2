import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseCache } from '../http/cache/response-cache.ts';
import { replyFromCache } from '../http/cache/send.ts';

/** What the calls that read the catalogue share. */
export type BrowsingOptions = { cache: ResponseCache };

const headers = {
  'content-type': 'application/json; charset=utf-8',
  // Browsers and CDNs may keep it for a moment.
  'cache-control': 'public, max-age=5, stale-while-revalidate=30',
  vary: 'Accept-Encoding',
};

/** Sends what `read` finds in the catalogue, serialised once. `key` says what was asked, in one spelling; null: not to be kept. */
export function sendList(
  cache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | null,
  read: () => unknown,
): Promise<void> {
  return replyFromCache(cache, request, reply, {
    key,
    prepare: () => {
      const text = JSON.stringify(read());
      return { basis: text, build: () => ({ status: 200, headers, text }) };
    },
  });
}
