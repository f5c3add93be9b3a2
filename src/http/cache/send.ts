import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../etag.ts';
import { encodingFor } from './encoding.ts';
import { bodyIn, type CachedResponse, type CacheLookup, type ResponseCache } from './response-cache.ts';

/** Sends a stored response with the headers of its first sending. Returns false if it was never sent, or has no body in the client's encoding. */
export function sendCached(cached: CachedResponse, request: IncomingMessage, response: ServerResponse): boolean {
  const { sentHeaders } = cached;
  if (!sentHeaders) return false;
  if (isUnchanged(cached, request.headers['if-none-match'])) {
    response.writeHead(304, sentHeaders).end();
    return true;
  }
  const encoding = encodingFor(request.headers['accept-encoding']);
  const body = encoding && cached.bodies[encoding];
  if (!body) return false;
  const headers = { ...sentHeaders, 'content-encoding': encoding, 'content-length': body.length };
  response.writeHead(cached.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
  return true;
}

/** Replies from the cache, which builds a missing response. For a client without compression, decompresses the body. */
export async function replyFromCache(
  cache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  lookup: Omit<CacheLookup, 'url' | 'encoding'>,
): Promise<void> {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const { response, times } = await cache.get({ url: request.url, encoding: encoding ?? 'br', ...lookup });
  const { vary, ...headers } = response.headers;
  reply
    .code(response.status)
    .headers(headers)
    .header('vary', [reply.getHeader('vary'), vary].flat().filter(Boolean).join(', '));
  const hasCorsHeaders = request.headers.origin !== undefined;
  if (!hasCorsHeaders) response.sentHeaders ??= { ...reply.getHeaders() } as OutgoingHttpHeaders;
  if (times) {
    const { renderMs, compressMs } = times;
    reply.header('server-timing', `render;dur=${renderMs.toFixed(2)}, compress;dur=${compressMs.toFixed(2)}`);
  }
  if (isUnchanged(response, request.headers['if-none-match'])) return await reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  await reply.send(await bodyIn(response, encoding));
}

function isUnchanged({ status, etag }: CachedResponse, ifNoneMatch: string | undefined): boolean {
  return status === 200 && matchesEtag(ifNoneMatch, etag);
}
