import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { answerInTime } from '../../../src/api/limits.ts';

test('answers 503 with Retry-After when the handler of a request with or without a body takes too long', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const maxMs = 20;
  answerInTime(app, maxMs);
  const released = Promise.withResolvers<void>();
  app.post('/hangs', async (_request, reply) => {
    await released.promise;
    return reply.code(201).send({});
  });
  app.post('/answers', async () => ({ ok: true }));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
  for (const body of ['{}', null]) {
    const headers = body === null ? {} : init.headers;
    const answer = await fetch(`${address}/hangs`, { ...init, headers, body });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  }
  expect((await fetch(`${address}/answers`, { ...init, body: '{}' })).status).toBe(200);
  // The server discards the late response without an error.
  released.resolve();
  expect((await fetch(`${address}/answers`, { ...init, body: '{}' })).status).toBe(200);
});
