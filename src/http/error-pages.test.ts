import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { openErrorPages, registerErrorPages } from './error-pages.ts';

test.each([
  [400, 400, 'bad-request'],
  [500, 500, 'internal'],
  [503, 500, 'internal'],
])('below /api/, an error with status %i is answered with %i and the code %s', async (statusCode, status, code) => {
  const app = Fastify();
  registerErrorPages(app, openErrorPages(), { redirectFor: () => null, shouldLog: () => false });
  app.get('/api/test', () => {
    throw Object.assign(new Error('failed'), { statusCode });
  });
  expect((await app.inject('/api/test')).json()).toMatchObject({ status, code });
});
