import rateLimiter from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { clientOf } from '../http/client.ts';

// A buyer's token is made from the key, so it has to be one that nobody can guess: random (4) or time and random (7).
export const idempotencyKey = z
  .string({ error: 'required' })
  .pipe(z.union([z.uuidv4(), z.uuidv7()], { error: 'invalid' }))
  .transform((key) => key.toLowerCase());

export const orderNumber = z.object({ number: z.string() });

export const orderToken = z.object({ 'order-token': z.string().default('') });

/**
 * Makes the limits of the routes below `app` hold, and lets no body in that a form of another site can send: it can send text, but not
 * JSON, without asking first. In a plug-in of its own it would reach the routes of that plug-in alone.
 */
export async function registerGuards(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser('text/plain');
  await app.register(rateLimiter, { global: false, keyGenerator: ({ ip }) => clientOf(ip) });
}

/** Requests per minute and client; off where `RATE_LIMIT_ORDERS` is 0. */
export function limitPerMinute(rateLimit: number, max: number) {
  return rateLimit > 0 ? { max, timeWindow: '1 minute' } : false;
}
