import rateLimiter from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { clientOf } from '../http/client.ts';
import { problem } from './problem.ts';

const maxAnswerMs = 10_000;

/** Registers a rate limiter, if `isRateLimited`, and refuses text bodies, which need no CORS preflight. */
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

/** Answers 503 after `ms`. Fastify's `handlerTimeout` no longer applies once the body has been read. */
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
