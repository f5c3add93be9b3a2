import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, isKnown } from './answer.ts';
import { codingFor, type Packing } from './compress.ts';
import type { KeptAnswers } from './kept-answers.ts';

/**
 * Answers ahead of the router what has been asked for before and is found: the same bytes and headers, without
 * its work. Returns whether it did; whatever is out of the ordinary is the router's.
 */
export function answerAhead(find: KeptAnswers['at'], request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || headers.origin !== undefined) return false;
  const answer = find(url, headers);
  if (!answer?.sentWith) return false;
  if (isKnown(answer, headers['if-none-match'])) {
    response.writeHead(304, answer.sentWith).end();
    return true;
  }
  const coding = codingFor(headers['accept-encoding']);
  const body = coding && answer.bodies[coding];
  if (!body) return false;
  response.writeHead(answer.status, headersIn(answer, coding, body));
  response.end(method === 'HEAD' ? undefined : body);
  return true;
}

const headersOf = new WeakMap<Buffer, string[]>();

/** Names and values in turn, as `writeHead` takes them fastest. */
function headersIn({ sentWith }: Answer, coding: Packing, body: Buffer): string[] {
  const known = headersOf.get(body);
  if (known) return known;
  const all = { ...sentWith, 'content-encoding': coding, 'content-length': body.length };
  const made = Object.entries(all).flatMap(([name, value]) => [name, `${value}`]);
  headersOf.set(body, made);
  return made;
}
