import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codingFor, inEveryCoding } from './compress.ts';

const text = 'Talverehvid, зимние шины, winter tires. '.repeat(50);

async function roundTrip(text: string): Promise<string[]> {
  const { br, gzip } = await inEveryCoding(text);
  return [`${brotliDecompressSync(br)}`, `${gunzipSync(gzip)}`];
}

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
  ])('that takes %s is sent as %s', (accepts, coding) => expect(codingFor(accepts)).toBe(coding));

  test.each([' ', ';', ',', 'x ;'])('is sent however long a client goes on with "%s"', (nonsense) => {
    // Work that grows with the square of the length would not end within the time of a test.
    expect(codingFor(`x${nonsense.repeat(100_000)}y,br`)).toBe('br');
  });

  test('is the same text in every coding, and shorter', async () => {
    expect(await roundTrip(text)).toEqual([text, text]);
    for (const body of Object.values(await inEveryCoding(text))) {
      expect(body.length).toBeLessThan(Buffer.byteLength(text) / 4);
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const whole = text.toWellFormed();
        expect(await roundTrip(text)).toEqual([whole, whole]);
      }),
    );
  });
});
