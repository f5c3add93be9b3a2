import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { compress, decompress, encodingFor } from './encoding.ts';

const text = 'Talverehvid, зимние шины, winter tires. '.repeat(50);

const encodings = ['br', 'gzip'] as const;
const inEachEncoding = (text: string) =>
  Promise.all(encodings.map((encoding) => compress(Buffer.from(text), encoding)));

/** Compresses a text in each encoding, and decompresses each result with Node and with `decompress`. */
async function roundTrip(text: string): Promise<string[]> {
  const [br = Buffer.of(), gz = Buffer.of()] = await inEachEncoding(text);
  const decompressed = [await decompress(br, 'br'), await decompress(gz, 'gzip')];
  return [brotliDecompressSync(br), gunzipSync(gz), ...decompressed].map(String);
}

describe('the body of a response', () => {
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
  ])('is sent for the Accept-Encoding %s as %s', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding));

  test.each([' ', ';', ',', 'x ;'])('is negotiated in linear time for a header that repeats "%s"', (repeated) => {
    // Either result is right. In quadratic time, the test would time out.
    expect(encodingFor(`x${repeated.repeat(100_000)}y,br`)).toBeOneOf(['br', null]);
  });

  test('decompresses to the same text in every encoding, and is shorter', async () => {
    for (const result of await roundTrip(text)) expect(result).toBe(text);
    for (const body of await inEachEncoding(text)) {
      expect(body.length).toBeLessThan(Buffer.byteLength(text) / 4);
      // The cache counts the length, so the buffer must not hold more memory.
      expect(body.buffer.byteLength).toBe(body.length);
    }
    await fc.assert(
      fc.asyncProperty(
        anyText.map((text) => text.toWellFormed()),
        async (wellFormedText) => {
          for (const result of await roundTrip(wellFormedText)) expect(result).toBe(wellFormedText);
        },
      ),
    );
  });
});

test('chooses an encoding that the client names, any that it accepts by *, or none', () => {
  const headerPiece = fc.constantFrom(
    'br',
    'gzip',
    'BR',
    '*',
    ',',
    ';',
    'q=',
    'q=0',
    '0.5',
    'NaN',
    ' ',
    '__proto__',
    'identity',
  );
  const header = fc.oneof(
    fc.array(headerPiece).map((pieces) => pieces.join('')),
    anyText,
  );
  fc.assert(
    fc.property(header, (header) => {
      const encoding = encodingFor(header);
      if (encoding !== null) expect(header.toLowerCase()).toMatch(new RegExp(`${encoding}|\\*`));
    }),
    { seed: 7, numRuns: 1000 },
  );
});
