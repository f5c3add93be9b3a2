import { chanceOf } from './chance.ts';
import { fromDocument } from './from-document.ts';
import type { Known } from './known.ts';
import { outsideDocument } from './outside-document.ts';
import { spoiltRequest } from './spoil-request.ts';
import { type Doubles, webhook } from './webhooks.ts';
import { type Wire, wireOf } from './wire.ts';

/** The request of a seed and number. `limited`: for the process that limits requests by address. */
export function requestOf(seed: number, n: number, known: Known, doubles: Doubles): Wire & { limited: boolean } {
  const chance = chanceOf(seed, n);
  const limited = chance.happens(0.04);
  const way = chance.whole(100);
  const draft =
    way < 55
      ? fromDocument(known, chance)
      : way < 92
        ? outsideDocument(known, chance)
        : webhook(known, doubles, chance);
  return { ...wireOf(spoiltRequest(draft, chance), chance), limited };
}

/** A request or answer for a person to read: line breaks as they are, other bytes that are no letters as escapes. */
export function shown(bytes: Buffer, most: number): string {
  const text = bytes
    .subarray(0, most)
    .toString('latin1')
    .replace(/[^\n\x20-\x7e]/g, (one) =>
      one === '\r' ? '\\r' : `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`,
    );
  return bytes.length > most ? `${text}… (${bytes.length} bytes)` : text;
}
