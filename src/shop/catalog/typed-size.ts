import { parseSize, type SizeReading } from './size.ts';

/** Cyrillic letters that stand for Latin ones where a size is typed on a Russian keyboard. */
const latin: Record<string, string> = { Р: 'R', С: 'C', Х: 'X', Т: 'T', Н: 'H', В: 'V' };

/** Width, profile and rim however they are set apart: `205*55*16`, `205x55 R16`, `205.55.16`. */
const apart = /^(\d{3})[/×X*\\|.,_–—\s-]+(\d{2})[/×X*\\|.,_–—\s-]*(?=Z?R?\s*\d)/;

/** A size at the beginning of a longer text. */
const head = /^\d{3}\D{0,3}\d{0,2}\D{0,4}\d{2}(?:[.,]5)?C?(?=[^A-Z\d]|$)/;

/**
 * Reads a size as a visitor types it: every spelling of `parseSize`, other signs between the numbers, Cyrillic letters,
 * and anything behind the size itself.
 */
export function typedSize(text: string): SizeReading {
  const tidy = text
    .trim()
    // As one: the pattern below would go over a long run of them once for each.
    .replace(/\s+/g, ' ')
    .toUpperCase()
    .replace(/[РСХТНВ]/g, (letter) => latin[letter] ?? letter)
    .replace(apart, '$1/$2 ');
  const reading = parseSize(tidy);
  const size = reading.ok ? null : head.exec(tidy)?.[0];
  return size ? parseSize(size) : reading;
}
