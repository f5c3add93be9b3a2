import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { testDatabase } from '../../support/database/database.ts';
import { seedTires } from '../../support/database/seed.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { sendRequest } from '../../support/server/client.ts';
import { addressOf, runServer } from '../../support/server/server-process.ts';

type Line = { requestId?: string; route?: string | null; status?: number; msg: string };

test('logs a line for each request with request id, route and status, without personal data', async () => {
  const { url, drop } = await testDatabase();
  const db = openDatabase(url);
  await seedTires(db.kysely, [{ id: 'tire', stock: { ringtee: 8 } }]);
  await db.close();
  const server = runServer(await temporaryFolder(), { DATABASE_URL: url, LOG_LEVEL: 'info' });
  const address = await addressOf(server);
  const customer = { name: 'Mari Maasikas', email: 'mari.maasikas@example.com', phone: '+372 5123 4567' };
  const orderAnswer = await sendRequest(address, '/api/v1/orders', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-request-id': 'chosen-by-client',
    },
    body: JSON.stringify(form({ customer, items: items(['tire', 1]) })),
  });
  const { number, token } = orderAnswer.json<{ order: { number: string; token: string } }>().order;
  const readAnswer = await sendRequest(address, `/api/v1/orders/${number}`, { headers: { 'order-token': token } });
  const branchAnswer = await sendRequest(address, `/branch?order=${number}&until=1&sign=signature-of-a-link`);
  const fittingAnswer = await sendRequest(address, `/fitting?order=${number}&until=1&sign=signature-of-a-link`);
  const badRequestAnswer = await sendRequest(address, '/api/v1/products?diameter=mari.maasikas');
  const answers = [orderAnswer, readAnswer, branchAnswer, fittingAnswer, badRequestAnswer];
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  expect(new Set(ids).size).toBe(5);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);

  const lines = () => server.stdout.filter((line) => line.startsWith('{')).map((line): Line => JSON.parse(line));
  const lineOf = (id: unknown) => lines().find(({ requestId, msg }) => requestId === id && msg === 'answered');
  await vi.waitUntil(() => ids.every(lineOf));
  expect(ids.map((id) => [lineOf(id)?.route, lineOf(id)?.status])).toEqual([
    ['/api/v1/orders', 201],
    ['/api/v1/orders/:number', 200],
    ['/branch', 404],
    ['/fitting', 404],
    ['/api/v1/products', 400],
  ]);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  await drop();
  const log = [...server.stdout, ...server.stderr].join('\n');
  for (const secret of ['maasikas', '5123', token, 'signature-of', 'chosen-by-client'])
    expect(log).not.toContain(secret);
});
