import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { openClientErrors } from './client-errors.ts';

async function startReceiver() {
  const lines: { msg: string; clientError: unknown }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = Fastify({ logger: { level: 'warn', stream } });
  const errors = openClientErrors();
  errors.register(app);
  await app.ready();
  const report = (error: object) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/client-errors',
      payload: JSON.stringify(error),
      headers: { 'content-type': 'text/plain' },
    });
  return { errors, lines, report };
}

test('logs an error without query strings and fragments, and truncates it', async () => {
  const { lines, report } = await startReceiver();
  await report({
    message: 'failed: https://shop.example/branch?key=secret#token',
    stack: 'y'.repeat(3_000),
    page: '/branch?from=12:30',
  });
  await report({ message: 'x', stack: 'at f (https://shop.example/a.js?v=1:10:20)', page: '/' });
  expect(lines.map(({ clientError }) => clientError)).toEqual([
    { message: 'failed: https://shop.example/branch', stack: 'y'.repeat(1_000), page: '/branch' },
    { message: 'x', stack: 'at f (https://shop.example/a.js:10:20)', page: '/' },
  ]);
});

test('logs the reports of browsers with their type, and their message or reason, if any', async () => {
  const { lines, report } = await startReceiver();
  const url = 'https://shop.example/branch?key=secret';
  await report([
    { type: 'crash', url, body: { reason: 'oom' } },
    { type: 'crash', url, body: {} },
  ]);
  const messages = ['crash: oom', 'crash'];
  expect(lines.map(({ clientError }) => clientError)).toEqual(
    messages.map((message) => ({ message, stack: '', page: 'https://shop.example/branch' })),
  );
});

test('logs at most thirty errors a minute, and counts all of them', async () => {
  const { errors, lines, report } = await startReceiver();
  for (let n = 0; n < 40; n += 1) await report({ message: 'again', stack: '', page: '/' });
  expect([lines.length, errors.count]).toEqual([30, 40]);
});
