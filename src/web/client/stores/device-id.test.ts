import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceId, randomAlphanumerics } from './stored.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('generates a device id of 16 alphanumerics once and stores it', () => {
  const id = deviceId();
  expect(id).toMatch(/^[A-Za-z0-9]{16}$/);
  expect(deviceId()).toBe(id);
  expect([...stored]).toEqual([['device-id', id]]);
});

test.each(['', 'short', 'abcdefghABCDEF1!', 'abcdefghABCDEF1234'])(
  'replaces %j, which is not a device id',
  (invalid) => {
    stored.set('device-id', invalid);
    expect(deviceId()).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(stored.get('device-id')).toBe(deviceId());
  },
);

test('generates random texts of the requested length from all 62 characters, different each time', () => {
  const texts = Array.from({ length: 1000 }, () => randomAlphanumerics(16));
  expect(new Set(texts).size).toBe(1000);
  expect(new Set(texts.map(({ length }) => length))).toEqual(new Set([16]));
  expect([...new Set(texts.join(''))].sort().join('')).toBe(
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  );
});
