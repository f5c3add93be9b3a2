import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode } from './decode.server.ts';
import { RefusedList } from './refusal.ts';

const text = 'Hinnakiri: õäöü €79,90 🛞\nline 2\nline 3 ';

test('decodes UTF-8 in chunks of any size', async () => {
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size++) {
    expect(await read(bytes, size)).toBe(text);
  }
});

test.each([
  ['Latin-1 õ', [0xf5, 0x20], 0],
  ['a lone continuation byte', [0x80], 0],
  ['a character cut short at the end', [0xe2, 0x82], 0],
  ['a character cut short before another', [0x61, 0xe2, 0x82, 0x61], 1],
  ['a surrogate', [0x61, 0x61, 0xed, 0xa0, 0x80], 2],
  ['an overlong form', [0xc0, 0xaf], 0],
])('refuses %s with its offset and line, in chunks of any size', async (_, badBytes, offsetInBad) => {
  const before = Buffer.from(text);
  const bytes = Buffer.concat([before, Buffer.from(badBytes)]);
  const offset = before.length + offsetInBad;
  for (let size = 1; size <= bytes.length; size++) {
    const refusal = { reason: 'not-utf8', offset, line: 3, byte: bytes[offset] };
    await expect(read(bytes, size)).rejects.toMatchObject({ refusal });
  }
});

test('accepts exactly the bytes that TextDecoder accepts at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), fc.integer({ min: 1, max: 7 }), async (bytes, size) => {
      const wellFormed = isWellFormed(bytes);
      const accepted = await read(Buffer.from(bytes), size).then(
        (text) => Buffer.from(text).equals(bytes),
        (error: unknown) => {
          if (error instanceof RefusedList) return false;
          throw error;
        },
      );
      return accepted === wellFormed;
    }),
    { numRuns: 1_000 },
  );
});

function isWellFormed(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

async function read(bytes: Buffer, size: number): Promise<string> {
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }
  let decoded = '';
  for await (const part of decode(chunks(), 'utf-8')) decoded += part;
  return decoded;
}
