import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encoded } from './compress.server.ts';

const text = 'Talverehvid, зимние шины, winter tires. '.repeat(50);

const decoded = ({ body, encoding }: Awaited<ReturnType<typeof encoded>>) =>
  `${encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body}`;

describe('text for a client', () => {
  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br ; q=0 , gzip', 'gzip'],
    ['br;q=0.001', 'br'],
    ['gzip;q=0', null],
    ['identity', null],
    ['deflate', null],
    ['brotli, x-gzip', null],
    ['br;q=nonsense', null],
    ['', null],
    [undefined, null],
  ])('that takes %s is sent as %s', async (accepts, encoding) => {
    const answer = await encoded(text, accepts);
    expect(answer.encoding).toBe(encoding);
    expect(decoded(answer)).toBe(text);
    if (encoding) expect(answer.body.length).toBeLessThan(Buffer.byteLength(text) / 4);
  });

  test.each([' ', ';', ',', 'x ;'])('is sent however long a client goes on with "%s"', async (nonsense) => {
    // Work that grows with the square of the length would not end within the time of a test.
    expect((await encoded(text, `x${nonsense.repeat(100_000)}y,br`)).encoding).toBe('br');
  });

  test('is the same text in every encoding', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.constantFrom('br', 'gzip', ''), async (text, accepts) => {
        expect(decoded(await encoded(text, accepts))).toBe(text.toWellFormed());
      }),
    );
  });
});
