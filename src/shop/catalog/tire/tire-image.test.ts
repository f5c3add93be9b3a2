import { expect, test } from 'vitest';
import { stableHash, tireImage } from './tire-image.ts';

const primacy = { manufacturer: 'Michelin', model: 'Primacy 4', season: 'summer', runflat: false } as const;

test('the hash is FNV-1a', () => {
  // Test vectors of the algorithm's authors (isthe.com/chongo/tech/comp/fnv).
  expect([stableHash(''), stableHash('a'), stableHash('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
});

test('the URL of a picture contains season, manufacturer and model', () => {
  expect(tireImage(primacy)).toMatch(/^\/tires\/summer\/michelin-primacy-4-[0-9a-z]{1,7}\.svg$/);
  expect(tireImage({ ...primacy, model: 'Зима' })).toMatch(/^\/tires\/summer\/michelin-[0-9a-z]{1,7}\.svg$/);
});

test('similar tires have different pictures', () => {
  const images = [
    primacy,
    { ...primacy, model: 'Primacy 4+' },
    { ...primacy, manufacturer: 'Michelin Primacy', model: '4' },
    { ...primacy, runflat: true },
    { ...primacy, season: 'all_season' as const },
  ].map(tireImage);
  expect(new Set(images).size).toBe(images.length);
});
