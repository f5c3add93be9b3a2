import rateLimiter from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { clientOf } from '../http/client.ts';
import { problem } from './problem.ts';

const maxAnswerMs = 10_000;

/** Registers the rate limiter for routes with `limitPerMinute`, if `isRateLimited`, and refuses text bodies, which other sites can send without a CORS preflight. */
export async function registerGuards(
  app: FastifyInstance,
  { isRateLimited }: { isRateLimited: boolean },
): Promise<void> {
  app.removeContentTypeParser('text/plain');
  await app.register(rateLimiter, {
    global: false,
    keyGenerator: ({ ip }) => clientOf(ip),
    allowList: () => !isRateLimited,
  });
}

export function limitPerMinute(max: number) {
  return { max, timeWindow: '1 minute' };
}

/** Answers 503 to requests that take longer than `ms`, for example while the database hangs. Fastify's `handlerTimeout` no longer applies once the body has been read. */
export function answerInTime(app: FastifyInstance, ms = maxAnswerMs): void {
  app.addHook('preHandler', async (request, reply) => {
    const timer = setTimeout(() => {
      if (reply.sent) return;
      request.log.warn('no response within the time limit');
      problem(reply.header('retry-after', 5), { status: 503, code: 'unavailable' });
    }, ms);
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
