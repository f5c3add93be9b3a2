import { expect, test } from 'vitest';
import type { Encoding } from './declaration.ts';
import { decodeList } from './encoding.server.ts';

const text = 'Kood;Mõõt;Hind €\nÄÖÜ;šž;79,90\n';

/** Encodes `text`; characters that the encoding lacks become `?`. */
function encode(encoding: Encoding): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const decoder = new TextDecoder(encoding);
  const byteOfCharacter = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Buffer.from([byte])), byte]),
  );
  return Buffer.from([...text].map((character) => byteOfCharacter.get(character) ?? 0x3f));
}

async function readText(bytes: Buffer, declared?: Encoding, chunkLength = bytes.length): Promise<string> {
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkLength) yield bytes.subarray(start, start + chunkLength);
  }
  let text = '';
  for await (const part of decodeList(chunks(), declared)) text += part;
  return text;
}

test.each<[Encoding]>([['utf-16le'], ['utf-16be'], ['windows-1257'], ['windows-1252']])(
  'reads %s in chunks of any size',
  async (encoding) => {
    for (const size of [1, 2, 3, 7, 513]) expect(await readText(encode(encoding), encoding, size)).toBe(text);
  },
);

test('reads ISO 8859-15 and ISO 8859-13', async () => {
  expect(await readText(encode('iso-8859-15'), 'iso-8859-15')).toBe(text);
  expect(await readText(encode('iso-8859-13'), 'iso-8859-13')).toBe(text.replace('€', '?'));
});

test.each([
  ['utf-8', [0xef, 0xbb, 0xbf], Buffer.from(text)],
  ['utf-16le', [0xff, 0xfe], encode('utf-16le')],
  ['utf-16be', [0xfe, 0xff], encode('utf-16be')],
] as const)('a byte order mark selects %s and is not part of the text', async (encoding, mark, bytes) => {
  const markedBytes = Buffer.concat([Buffer.from(mark), bytes]);
  expect(await readText(markedBytes, undefined, 5)).toBe(text);
  expect(await readText(markedBytes, encoding)).toBe(text);
});

test('an XML declaration selects the encoding, unless the supplier’s configuration names another', async () => {
  const xml = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>à</a>', 'latin1');
  expect(await readText(xml)).toContain('<a>à</a>');
  expect(await readText(xml, 'windows-1257')).toContain('<a>ą</a>');
});

test('reads plain ASCII and an empty list in a declared encoding', async () => {
  expect(await readText(Buffer.from('Kood;Hind\n'), 'windows-1257')).toBe('Kood;Hind\n');
  expect(await readText(Buffer.alloc(0), 'windows-1257')).toBe('');
});
