import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceId, randomAlphanumerics } from './device-id.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('generates a device id of 16 alphanumerics once and stores it', () => {
  const id = deviceId();
  expect(id).toMatch(/^[A-Za-z0-9]{16}$/);
  expect(deviceId()).toBe(id);
  expect([...kept]).toEqual([['device-id', id]]);
});

test.each(['', 'short', 'abcdefghABCDEF1!', 'abcdefghABCDEF1234'])('replaces %j, which is no device id', (stored) => {
  kept.set('device-id', stored);
  expect(deviceId()).toMatch(/^[A-Za-z0-9]{16}$/);
  expect(kept.get('device-id')).toBe(deviceId());
});

test('random text has the requested length, uses all 62 characters, and differs each time', () => {
  const texts = Array.from({ length: 1000 }, () => randomAlphanumerics(16));
  expect(new Set(texts).size).toBe(1000);
  expect(new Set(texts.map(({ length }) => length))).toEqual(new Set([16]));
  expect([...new Set(texts.join(''))].sort().join('')).toBe(
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  );
});
