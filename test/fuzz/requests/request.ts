import type { KnownData } from '../known.ts';
import { type RawRequest, rawRequestOf } from '../raw-request.ts';
import { chanceOf } from './chance.ts';
import { fromDocument } from './from-document.ts';
import { mutatedRequest } from './mutate.ts';
import { outsideDocument } from './outside-document.ts';
import { type Fakes, webhook } from './webhooks.ts';

/** Returns request number `n` of a seed. `limited`: whether the process with rate limits receives it. */
export function requestOf(seed: number, n: number, known: KnownData, fakes: Fakes): RawRequest & { limited: boolean } {
  const chance = chanceOf(seed, n);
  const limited = chance.happens(0.04);
  const source = chance.integerBelow(100);
  const draft =
    source < 55
      ? fromDocument(known, chance)
      : source < 92
        ? outsideDocument(known, chance)
        : webhook(known, fakes, chance);
  return { ...rawRequestOf(mutatedRequest(draft, chance), chance), limited };
}

/** The first `maxBytes` of a request or response as text: line breaks unchanged, other bytes outside ASCII as escapes. */
export function readable(bytes: Buffer, maxBytes: number): string {
  const text = bytes
    .subarray(0, maxBytes)
    .toString('latin1')
    .replace(/[^\n\x20-\x7e]/g, (byte) =>
      byte === '\r' ? '\\r' : `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
    );
  return bytes.length > maxBytes ? `${text}… (${bytes.length} bytes)` : text;
}
