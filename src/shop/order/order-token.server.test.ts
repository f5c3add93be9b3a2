import { expect, test } from 'vitest';
import { digest, newSalt, orderToken, tokenMatches } from './order-token.server.ts';

const key = '0b3f7a52-7c51-4a63-9b0d-51a4ab1a9f0e';

test('the same salt and key give the same token of 128 bits; another salt or key another', () => {
  const salt = newSalt();
  const token = orderToken(salt, key);
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(orderToken(salt, key)).toBe(token);
  expect(orderToken(newSalt(), key)).not.toBe(token);
  expect(orderToken(salt, key.replace('0b', '0c'))).not.toBe(token);
});

test('only the token itself fits its digest', () => {
  const token = orderToken(newSalt(), key);
  expect(tokenMatches(token, digest(token))).toBe(true);
  for (const wrong of ['', token.slice(1), `${token}A`, token.toLowerCase(), 'x'.repeat(10_000)]) {
    expect(tokenMatches(wrong, digest(token))).toBe(false);
  }
  expect(tokenMatches(token, null)).toBe(false);
});
