import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encoded } from './compress.server.ts';

/** Sends a text in the encoding that the client takes; 304 when the client has it already. */
export async function sendTagged(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
  reply.header('etag', etag);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const { body, encoding } = await encoded(text, request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(body);
}
