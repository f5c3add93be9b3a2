import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { answerInTime } from '../../../src/api/limits.ts';

test('answers 503 with Retry-After when a call takes too long, with a body and without', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  answerInTime(app, 20);
  const hanging = Promise.withResolvers<void>();
  app.post('/hangs', async (_request, reply) => {
    await hanging.promise;
    return reply.code(201).send({});
  });
  app.post('/answers', async () => ({ well: true }));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
  for (const body of ['{}', null]) {
    const headers = body === null ? {} : init.headers;
    const answer = await fetch(`${address}/hangs`, { ...init, headers, body });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  }
  expect((await fetch(`${address}/answers`, { ...init, body: '{}' })).status).toBe(200);
  // The late response is dropped without an error.
  hanging.resolve();
  expect((await fetch(`${address}/answers`, { ...init, body: '{}' })).status).toBe(200);
});
