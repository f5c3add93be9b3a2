import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catalogue } from '../shop/catalog/catalogue.server.ts';

type KeptAnswer = { json: string; etag: string };

const most = 1000;
const kept = new Map<string, KeptAnswer>();
let version = -1;

/**
 * The JSON of an answer that depends on the catalogue alone, made once for each state of it. `key` says what was asked,
 * in one spelling. What was asked longest ago is let go first.
 */
export function keptAnswer(key: string, make: () => unknown): KeptAnswer {
  if (version !== catalogue().version) {
    kept.clear();
    version = catalogue().version;
  }
  const known = kept.get(key);
  kept.delete(key);
  const answer = known ?? serialized(make());
  kept.set(key, answer);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  return answer;
}

function serialized(body: unknown): KeptAnswer {
  const json = JSON.stringify(body);
  return { json, etag: `"${createHash('sha1').update(json).digest('base64url')}"` };
}

/** Sends JSON that browsers and CDNs may keep for a moment; 304 when the client has it already. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { json, etag }: KeptAnswer): void {
  reply.header('cache-control', 'public, max-age=5, stale-while-revalidate=30').header('etag', etag);
  if (request.headers['if-none-match']?.includes(etag)) reply.code(304).send();
  else reply.type('application/json; charset=utf-8').serializer(String).send(json);
}
