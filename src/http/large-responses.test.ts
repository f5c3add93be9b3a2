import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fullText, manyPieces, openFiles, startAnswerServer } from '../../test/support/server/answer-server.ts';

const rebuildIntervalMs = 60_000;

const memoryLimits = [
  ['in memory', 2 ** 30],
  ['in a file', 0],
] as const;

describe.each(memoryLimits)('a response that is stored %s', (_where, memoryBytes) => {
  test('is built once for concurrent requests in any encoding', async () => {
    const { state, get } = await startAnswerServer({ memoryBytes });
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
    const text = fullText('first', 3);
    for (const { headers, body } of sent) {
      const coding = headers['content-encoding'];
      const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
      const plain = coding === 'br' || coding === 'gzip' ? decoders[coding](body) : body;
      expect(plain.toString() === text).toBe(true);
      expect(headers).toMatchObject({ 'content-length': `${body.length}`, vary: 'Accept-Encoding' });
    }
    expect(new Set(sent.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(state.built).toEqual(['/a first']);
  });

  test('is revalidated with 304', async () => {
    const { get } = await startAnswerServer({ memoryBytes });
    const { etag = '' } = (await get('/a')).headers;
    for (const knownEtags of [etag, `"other", ${etag.replace('W/', '')}`, '*']) {
      const { status, headers, text } = await get('/a', { 'if-none-match': knownEtags });
      expect({ status, etag: headers.etag, cacheControl: headers['cache-control'], vary: headers.vary, text }).toEqual({
        status: 304,
        etag,
        cacheControl: 'public, max-age=600',
        vary: 'Accept-Encoding',
        text: '',
      });
    }
    expect((await get('/a', { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  test('has the same headers for HEAD as for GET', async () => {
    const { get } = await startAnswerServer({ memoryBytes });
    const headersOf = async (method: string) => {
      const { date: _, ...headers } = (await get('/a', { 'accept-encoding': 'gzip' }, method)).headers;
      return headers;
    };
    expect(await headersOf('HEAD')).toEqual(await headersOf('GET'));
  });

  test('is sent completely to others while one client has stopped reading', async () => {
    const { state, get, replies, slowReader } = await startAnswerServer({ memoryBytes, pieces: manyPieces });
    const { readRest } = await slowReader();
    const text = fullText('first', manyPieces);
    for (const { text: sent } of await Promise.all([get('/a'), get('/a'), get('/a')])) expect(sent === text).toBe(true);
    expect(replies[0]?.raw.writableFinished).toBe(false);
    expect(state.built).toEqual(['/a first']);
    expect((await readRest()) === text).toBe(true);
  });

  test('is still sent completely to a client that reads it while it is replaced, and is freed after that', async () => {
    const { state, answers, get, slowReader } = await startAnswerServer({ memoryBytes, pieces: manyPieces });
    const { readRest } = await slowReader();
    state.version = 'second';
    state.nowMs = rebuildIntervalMs;
    const [first, second] = [fullText('first', manyPieces), fullText('second', manyPieces)];
    expect((await get('/a')).text === first).toBe(true);
    await expect.poll(async () => (await get('/a')).text === second).toBe(true);
    const storedBytes = () => answers.storedBytes.memory + answers.storedBytes.files;
    const bytesOfBoth = storedBytes();
    expect((await readRest()) === first).toBe(true);
    await expect.poll(storedBytes).toBeLessThan(0.6 * bytesOfBoth); // about half
  });

  test('is freed when it is replaced and a client that requested it 150 times has disconnected', async () => {
    const { state, answers, app, get, slowReader, folder } = await startAnswerServer({
      memoryBytes,
      pieces: manyPieces,
    });
    const { socket } = await slowReader(150);
    const bytesOfFirst = answers.storedBytes.memory + answers.storedBytes.files;
    state.version = 'second';
    state.nowMs = rebuildIntervalMs;
    const requestAndCountBuilds = async () => {
      await get('/a');
      return state.built.length;
    };
    await expect.poll(requestAndCountBuilds).toBe(2);
    // Both versions are held until the client disconnects.
    await expect.poll(() => answers.storedBytes.memory + answers.storedBytes.files).toBeGreaterThan(1.5 * bytesOfFirst);
    socket.destroy();
    await expect.poll(() => answers.storedBytes.memory + answers.storedBytes.files).toBeLessThan(1.1 * bytesOfFirst);
    await app.close();
    expect(answers.storedBytes).toEqual({ memory: 0, files: 0 });
    if (process.platform === 'linux') expect(await openFiles(folder)).toBe(0);
  });

  test('is discarded when it could not be written completely, and built again by the next request', async () => {
    const { texts, answers, get, folder } = await startAnswerServer({ memoryBytes });
    const { write } = texts;
    texts.write = function* () {
      yield randomBytes(2 ** 20).toString('hex');
      throw new Error('no more words');
    };
    expect((await get('/a')).status).toBe(500);
    expect(answers.storedBytes).toEqual({ memory: 0, files: 0 });
    if (process.platform === 'linux') await expect.poll(() => openFiles(folder)).toBe(0);
    texts.write = write;
    expect((await get('/a')).text === fullText('first', 3)).toBe(true);
  });

  test('is still sent when its rebuild fails, and each request tries the rebuild again', async () => {
    const { state, texts, get } = await startAnswerServer({ memoryBytes });
    await get('/a');
    texts.write = () => {
      throw new Error('no words');
    };
    state.version = 'second';
    state.nowMs = rebuildIntervalMs;
    for (const failures of [1, 2]) {
      expect((await get('/a')).text === fullText('first', 3)).toBe(true);
      await expect.poll(() => state.errors.length).toBe(failures);
    }
  });
});

test('stores responses beyond the memory limit in unlinked files, in a folder of this user only', async () => {
  const { texts, answers, get, folder } = await startAnswerServer({ memoryBytes: 200_000 });
  // Brotli compresses hexadecimal digits to little more than half: one response fits into the memory, two do not.
  const noise = randomBytes(120_000).toString('hex');
  texts.write = () => [noise];
  const inBrotli = { 'accept-encoding': 'br' };
  await get('/a', inBrotli);
  const { memory, files } = answers.storedBytes;
  expect(memory).toBeGreaterThan(120_000);
  expect(memory).toBeLessThan(200_000);
  expect(files).toBe(0);
  expect(await readdir(dirname(folder))).toEqual([]);
  expect(brotliDecompressSync((await get('/b', inBrotli)).body).toString() === noise).toBe(true);
  expect(answers.storedBytes).toEqual({ memory, files: memory });
  expect(await readdir(folder)).toEqual([]);
  if (process.platform !== 'win32') expect((await stat(folder)).mode & 0o777).toBe(0o700);
  if (process.platform === 'linux') expect(await openFiles(folder)).toBe(1);
});

test('builds responses one after another', async () => {
  const { state, get } = await startAnswerServer({ pieces: 20 });
  await Promise.all([get('/a'), get('/b', { 'accept-encoding': 'br' }), get('/b')]);
  expect(state.built.toSorted()).toEqual(['/a first', '/b first']);
  expect(state.maxConcurrentBuilds).toBe(1);
});

test('rebuilds a changed response at most once a minute, while requests get the previous one', async () => {
  const { state, texts, get } = await startAnswerServer();
  const { headers } = await get('/a');
  state.version = 'second';
  state.nowMs = rebuildIntervalMs - 1;
  expect((await get('/a')).headers.etag).toBe(headers.etag);
  expect(state.built).toEqual(['/a first']);
  state.nowMs = rebuildIntervalMs;
  const { write } = texts;
  let isBuilding = true;
  texts.write = function* (version) {
    while (isBuilding) yield '.';
    yield* write(version);
  };
  for (let request = 0; request < 2; request += 1) expect((await get('/a')).headers.etag).toBe(headers.etag);
  isBuilding = false;
  await expect.poll(async () => (await get('/a')).text.endsWith(fullText('second', 3))).toBe(true);
  expect(state.built).toEqual(['/a first', '/a second']);
});

test('does not rebuild a response whose version has changed back', async () => {
  const { state, get } = await startAnswerServer();
  const { headers } = await get('/a');
  state.version = 'second';
  await get('/a');
  state.version = 'first';
  state.nowMs = rebuildIntervalMs;
  expect((await get('/a')).headers.etag).toBe(headers.etag);
  expect(state.built).toEqual(['/a first']);
});

test('rebuilds a response that was built before the clock was set back', async () => {
  const { state, get } = await startAnswerServer();
  await get('/a');
  state.version = 'second';
  state.nowMs = -3_600_000;
  await expect.poll(async () => (await get('/a')).text === fullText('second', 3)).toBe(true);
});

test('equal texts have the same ETag in every process', async () => {
  const [first, second] = [await startAnswerServer(), await startAnswerServer()];
  const { headers } = await first.get('/a');
  expect((await second.get('/b')).headers.etag).toBe(headers.etag);
});
