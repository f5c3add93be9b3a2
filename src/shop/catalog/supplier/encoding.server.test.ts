import { expect, test } from 'vitest';
import type { Encoding } from './declaration.ts';
import { decodedList } from './encoding.server.ts';

const text = 'Kood;Mõõt;Hind €\nÄÖÜ;šž;79,90\n';

/** The same text as the bytes of an encoding. */
function bytesIn(encoding: Encoding): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const decoder = new TextDecoder(encoding);
  const letters = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Buffer.from([byte])), byte]));
  return Buffer.from([...text].map((letter) => letters.get(letter) ?? 0x3f));
}

async function read(bytes: Buffer, declared?: Encoding, size = bytes.length): Promise<string> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  let text = '';
  for await (const part of decodedList(chunks(), declared)) text += part;
  return text;
}

test.each<[Encoding]>([['utf-16le'], ['utf-16be'], ['windows-1257'], ['windows-1252']])(
  '%s is read, wherever the chunks are cut',
  async (encoding) => {
    for (const size of [1, 2, 3, 7, 513]) expect(await read(bytesIn(encoding), encoding, size)).toBe(text);
  },
);

test('reads ISO 8859-15 and ISO 8859-13', async () => {
  expect(await read(bytesIn('iso-8859-15'), 'iso-8859-15')).toBe(text);
  expect(await read(bytesIn('iso-8859-13'), 'iso-8859-13')).toBe(text.replace('€', '?'));
});

test.each([
  ['utf-8', [0xef, 0xbb, 0xbf], Buffer.from(text)],
  ['utf-16le', [0xff, 0xfe], bytesIn('utf-16le')],
  ['utf-16be', [0xfe, 0xff], bytesIn('utf-16be')],
] as const)('a byte order mark selects %s and is not part of the text', async (encoding, mark, bytes) => {
  const marked = Buffer.concat([Buffer.from(mark), bytes]);
  expect(await read(marked, undefined, 5)).toBe(text);
  expect(await read(marked, encoding)).toBe(text);
});

test('an XML declaration selects the encoding; the supplier’s declaration overrides it', async () => {
  const xml = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>õ</a>', 'latin1');
  expect(await read(xml)).toContain('<a>õ</a>');
  expect(await read(xml, 'windows-1257')).toContain('<a>õ</a>');
});

test('reads plain ASCII in every declared encoding', async () => {
  expect(await read(Buffer.from('Kood;Hind\n'), 'windows-1257')).toBe('Kood;Hind\n');
  expect(await read(Buffer.alloc(0), 'windows-1257')).toBe('');
});
