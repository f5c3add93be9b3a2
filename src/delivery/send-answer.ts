import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf, isKnown } from './answer.ts';
import { codingFor } from './compress.ts';
import type { Asked, KeptAnswers } from './kept-answers.ts';

/** Sends an answer, kept or made, in the coding that the client takes; 304 when the client has it already. Resolves when it is sent. */
export async function sendAnswer(
  answers: KeptAnswers,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Omit<Asked, 'address' | 'coding'>,
): Promise<void> {
  const coding = codingFor(request.headers['accept-encoding']);
  const { answer, taken } = await answers.answer({ address: request.url, coding: coding ?? 'br', ...asked });
  const { vary, ...headers } = answer.headers;
  reply
    .code(answer.status)
    .headers(headers)
    .header('vary', [reply.getHeader('vary'), vary].flat().filter(Boolean).join(', '));
  // What plug-ins say to other sites depends on who asks.
  if (request.headers.origin === undefined) answer.sentWith ??= { ...reply.getHeaders() } as OutgoingHttpHeaders;
  if (taken) {
    const { renderMs, compressMs } = taken;
    reply.header('server-timing', `render;dur=${renderMs.toFixed(2)}, compress;dur=${compressMs.toFixed(2)}`);
  }
  if (isKnown(answer, request.headers['if-none-match'])) return await reply.code(304).send();
  if (coding) reply.header('content-encoding', coding);
  await reply.send(await bodyOf(answer, coding));
}
