import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask } from '../../test/support/client.ts';
import { type BigAnswers, openBigAnswers } from './big-answers.ts';

const closing: (() => Promise<unknown>)[] = [];
let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'rehvipood-answers-'));
  closing.push(() => rm(parent, { recursive: true }));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Pieces of 64 kB, none like another. */
function* textOf(version: string, pieces: number): Generator<string> {
  for (let piece = 0; piece < pieces; piece += 1) yield `${version} ${piece}\n`.padEnd(64, '.').repeat(1_024);
}
const whole = (version: string, pieces: number) => [...textOf(version, pieces)].join('');

/** Pieces of 25 MB: far more than the sockets of a machine take without a reader. */
const manyPieces = 400;

/** A server of two answers, `/a` and `/b`, whose text tests change. */
async function serving({ memoryBytes, pieces = 3 }: { memoryBytes?: number; pieces?: number } = {}) {
  const state = { version: 'first', ms: 0, built: [] as string[], errors: [] as unknown[], atWork: 0, mostAtWork: 0 };
  const texts = { write: (version: string): Iterable<string> => textOf(version, pieces) };
  const replies: FastifyReply[] = [];
  const folder = join(parent, 'cache');
  const answers: BigAnswers = openBigAnswers({
    folder,
    now: () => state.ms,
    onError: (error) => state.errors.push(error),
    memoryBytes,
  });
  const app = Fastify();
  for (const name of ['/a', '/b']) {
    app.get(name, (request, reply) => {
      replies.push(reply);
      return answers.send(request, reply, {
        name,
        headers: { 'content-type': 'text/plain', 'cache-control': 'public, max-age=600' },
        version: () => state.version,
        *text() {
          state.built.push(`${name} ${state.version}`);
          state.atWork += 1;
          state.mostAtWork = Math.max(state.mostAtWork, state.atWork);
          yield* texts.write(state.version);
          state.atWork -= 1;
        },
      });
    });
  }
  app.addHook('onClose', answers.close);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => app.close());
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(address, path, { headers, method });
  return {
    state,
    texts,
    answers,
    app,
    folder,
    replies,
    get,
    slowReader: (requests = 1) => slowReader(app.server.address(), requests),
  };
}

/** Asks for `/a` so many times on one connection, and takes 1,500 bytes and no more until it is told. */
async function slowReader(
  address: unknown,
  requests: number,
): Promise<{ socket: Socket; rest: () => Promise<string> }> {
  const socket = connect((address as AddressInfo).port, '127.0.0.1');
  closing.push(async () => socket.destroy());
  socket.on('error', () => {});
  const request = 'GET /a HTTP/1.1\r\nHost: shop\r\n';
  socket.write(`${`${request}\r\n`.repeat(requests - 1)}${request}Connection: close\r\n\r\n`);
  await once(socket, 'readable');
  const begin = socket.read(1_500) as Buffer;
  const rest = async () => {
    const answer = `${begin}${await buffer(socket)}`;
    return answer.slice(answer.indexOf('\r\n\r\n') + 4);
  };
  return { socket, rest };
}

/** Files of the folder that this process holds open; they have no names any more. */
async function openFiles(folder: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(folder)).length;
}

const sizes = [
  ['in memory', 2 ** 30],
  ['in a file', 0],
] as const;

describe.each(sizes)('an answer that is kept %s', (_where, memoryBytes) => {
  test('is built once for all who ask at the same time, in whatever coding', async () => {
    const { state, get } = await serving({ memoryBytes });
    const accepted = ['br', 'gzip', 'identity', 'br', 'GZIP;q=0.5, br;q=0', ''];
    const sent = await Promise.all(accepted.map((coding) => get('/a', { 'accept-encoding': coding })));
    expect(sent.map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
      'br',
      'gzip',
      undefined,
    ]);
    const text = whole('first', 3);
    for (const { headers, body } of sent) {
      const coding = headers['content-encoding'];
      const plain = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
      expect(plain.toString() === text).toBe(true);
      expect(headers).toMatchObject({ 'content-length': `${body.length}`, vary: 'Accept-Encoding' });
    }
    expect(new Set(sent.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(state.built).toEqual(['/a first']);
  });

  test('is not sent to a client that has it', async () => {
    const { get } = await serving({ memoryBytes });
    const { etag = '' } = (await get('/a')).headers;
    for (const known of [etag, `"other", ${etag.replace('W/', '')}`]) {
      const { status, headers, text } = await get('/a', { 'if-none-match': known });
      expect({ status, etag: headers.etag, caching: headers['cache-control'], vary: headers.vary, text }).toEqual({
        status: 304,
        etag,
        caching: 'public, max-age=600',
        vary: 'Accept-Encoding',
        text: '',
      });
    }
    expect((await get('/a', { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  test('has a HEAD with the headers of its GET', async () => {
    const { get } = await serving({ memoryBytes });
    const headersOf = async (method: string) => {
      const { date: _, ...headers } = (await get('/a', { 'accept-encoding': 'gzip' }, method)).headers;
      return headers;
    };
    expect(await headersOf('HEAD')).toEqual(await headersOf('GET'));
  });

  test('is sent whole to others while one client has stopped reading', async () => {
    const { state, get, replies, slowReader } = await serving({ memoryBytes, pieces: manyPieces });
    const { rest } = await slowReader();
    const text = whole('first', manyPieces);
    for (const { text: sent } of await Promise.all([get('/a'), get('/a'), get('/a')])) expect(sent === text).toBe(true);
    expect(replies[0]?.raw.writableFinished).toBe(false);
    expect(state.built).toEqual(['/a first']);
    expect((await rest()) === text).toBe(true);
  });

  test('is read to its end by a client that began before there was a newer one, and then freed', async () => {
    const { state, answers, get, slowReader } = await serving({ memoryBytes, pieces: manyPieces });
    const { rest } = await slowReader();
    state.version = 'second';
    state.ms = 60_000;
    const [first, second] = [whole('first', manyPieces), whole('second', manyPieces)];
    expect((await get('/a')).text === first).toBe(true);
    await expect.poll(async () => (await get('/a')).text === second).toBe(true);
    const held = answers.held.memory + answers.held.files;
    expect((await rest()) === first).toBe(true);
    await expect.poll(() => answers.held.memory + answers.held.files).toBeLessThan(0.6 * held);
  });

  test('is freed when it is replaced and a client that wanted it 150 times has gone away in the middle', async () => {
    const { state, answers, app, get, slowReader, folder } = await serving({ memoryBytes, pieces: manyPieces });
    const { socket } = await slowReader(150);
    const held = answers.held.memory + answers.held.files;
    state.version = 'second';
    state.ms = 60_000;
    await expect.poll(async () => (await get('/a')).text.length > 0 && state.built.length).toBe(2);
    await expect.poll(() => answers.held.memory + answers.held.files).toBeGreaterThan(1.5 * held);
    socket.destroy();
    await expect.poll(() => answers.held.memory + answers.held.files).toBeLessThan(1.1 * held);
    await app.close();
    expect(answers.held).toEqual({ memory: 0, files: 0 });
    if (process.platform === 'linux') expect(await openFiles(folder)).toBe(0);
  });

  test('of which a part could not be written is not kept, and the next request builds it again', async () => {
    const { state, texts, answers, get, folder } = await serving({ memoryBytes });
    const { write } = texts;
    texts.write = function* () {
      yield randomBytes(2 ** 20).toString('hex');
      throw new Error('no more words');
    };
    expect((await get('/a')).status).toBe(500);
    expect(answers.held).toEqual({ memory: 0, files: 0 });
    if (process.platform === 'linux') await expect.poll(() => openFiles(folder)).toBe(0);
    texts.write = write;
    expect((await get('/a')).text === whole('first', 3)).toBe(true);
    texts.write = () => {
      throw new Error('no words');
    };
    state.version = 'second';
    state.ms = 60_000;
    for (const failures of [1, 2]) {
      expect((await get('/a')).text === whole('first', 3)).toBe(true);
      await expect.poll(() => state.errors.length).toBe(failures);
    }
  });
});

test('answers that do not fit into memory together go into files without names, in a folder for this user alone', async () => {
  const { texts, answers, get, folder } = await serving({ memoryBytes: 200_000 });
  // Compressed to little more than half.
  const noise = randomBytes(120_000).toString('hex');
  texts.write = () => [noise];
  const inBrotli = { 'accept-encoding': 'br' };
  await get('/a', inBrotli);
  const { memory, files } = answers.held;
  expect({ fits: memory > 120_000 && memory < 200_000, files }).toEqual({ fits: true, files: 0 });
  expect(await readdir(parent)).toEqual([]);
  expect(brotliDecompressSync((await get('/b', inBrotli)).body).toString() === noise).toBe(true);
  expect(answers.held).toEqual({ memory, files: memory });
  expect(await readdir(folder)).toEqual([]);
  if (process.platform !== 'win32') expect((await stat(folder)).mode & 0o777).toBe(0o700);
  if (process.platform === 'linux') expect(await openFiles(folder)).toBe(1);
});

test('answers are built one after another', async () => {
  const { state, get } = await serving({ pieces: 20 });
  await Promise.all([get('/a'), get('/b', { 'accept-encoding': 'br' }), get('/b')]);
  expect(state.built.toSorted()).toEqual(['/a first', '/b first']);
  expect(state.mostAtWork).toBe(1);
});

test('an answer is built again a minute after its last build, when something has changed, and nobody waits for it', async () => {
  const { state, texts, get } = await serving();
  const { headers } = await get('/a');
  state.version = 'second';
  state.ms = 59_999;
  expect((await get('/a')).headers.etag).toBe(headers.etag);
  state.version = 'first';
  state.ms = 60_000;
  expect((await get('/a')).headers.etag).toBe(headers.etag);
  expect(state.built).toEqual(['/a first']);
  state.version = 'second';
  const { write } = texts;
  let held = true;
  texts.write = function* (version) {
    while (held) yield '.';
    yield* write(version);
  };
  for (let asked = 0; asked < 2; asked += 1) expect((await get('/a')).headers.etag).toBe(headers.etag);
  held = false;
  await expect.poll(async () => (await get('/a')).text.endsWith(whole('second', 3))).toBe(true);
  expect(state.built).toEqual(['/a first', '/a second']);
});

test('an answer built before the clock was set back is built again', async () => {
  const { state, get } = await serving();
  await get('/a');
  state.version = 'second';
  state.ms = -3_600_000;
  await expect.poll(async () => (await get('/a')).text === whole('second', 3)).toBe(true);
});

test('equal texts have the same ETag in every process', async () => {
  const { headers } = await (await serving()).get('/a');
  const other = await (await serving()).get('/b');
  expect(other.headers.etag).toBe(headers.etag);
});
