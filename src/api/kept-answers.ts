import { createHash } from 'node:crypto';
import { catalogue } from '../shop/catalog/catalogue.server.ts';

export type KeptAnswer = { json: string; etag: string };

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
