import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { openErrorPages } from '../error-pages.ts';
import { admitRequests, openRequestQueues, queueRoutes } from './admission.ts';

function aServer() {
  const app = Fastify();
  const queues = openRequestQueues();
  admitRequests(app, { queues, errorPages: openErrorPages() });
  return { app, queues };
}

test('refuses to start with a route that names no queue, and names the route', async () => {
  const { app } = aServer();
  app.get('/named', { config: { queue: 'pages' } }, () => 'ok');
  app.get('/forgotten', () => 'ok');
  await expect(app.ready()).rejects.toThrow('GET /forgotten names no queue');
});

test('queueRoutes names the queue of a plug-in’s routes, and of no other routes', async () => {
  const { app } = aServer();
  await app.register(async (files) => {
    queueRoutes(files, 'files');
    files.get('/file', () => 'ok');
  });
  await app.register(async (others) => void others.get('/other', () => 'ok'));
  await expect(app.ready()).rejects.toThrow('GET /other names no queue');
});

test.each(['/kept/a.xml', '/%6Bept/a.xml', '/kept/a.xml?x', '/kept/%61.xml'])(
  '%s uses the queue of its route, however the URL is encoded',
  async (url) => {
    const { app, queues } = aServer();
    app.get('/kept/a.xml', { config: { queue: 'feeds' } }, () => queues.feeds.counts.working);
    app.get('/*', { config: { queue: 'pages' } }, () => 'page');
    expect((await app.inject(url)).body).toBe('1');
    expect(queues.feeds.counts).toEqual({ working: 0, waiting: 0, admitted: 1, refused: 0 });
    expect(queues.pages.counts.admitted).toBe(0);
  },
);

test('requests without a route use the queue `files`', async () => {
  const { app, queues } = aServer();
  app.get('/', { config: { queue: 'pages' } }, () => 'page');
  await app.inject('/unknown');
  expect([queues.files.counts.admitted, queues.pages.counts.admitted]).toEqual([1, 0]);
});

test('a failing request frees its slot', async () => {
  const { app, queues } = aServer();
  app.get('/', { config: { queue: 'pages' } }, () => Promise.reject(new Error('page failed')));
  expect((await app.inject('/')).statusCode).toBe(500);
  expect(queues.pages.counts).toEqual({ working: 0, waiting: 0, admitted: 1, refused: 0 });
});

test('builds pages one at a time while more than ten orders are processed, then four at a time', async () => {
  const { orders, pages } = openRequestQueues();
  for (let order = 0; order < 11; order += 1) orders.enter(`buyer ${order}`, () => {});
  for (const visitor of ['a', 'b', 'c', 'd', 'e', 'f']) pages.enter(visitor, () => {});
  expect(pages.counts).toMatchObject({ working: 1, waiting: 5 });
  orders.leave('buyer 0');
  pages.leave('a');
  await expect.poll(() => pages.counts).toMatchObject({ working: 4, waiting: 1 });
});
