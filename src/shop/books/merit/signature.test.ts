import { expect, test } from 'vitest';
import { meritSignature, meritTimestamp } from './signature.ts';

test('returns the signature of the example in the manual', () => {
  const keys = {
    apiId: '670fe52f-558a-4be8-ade0-526e01a106d0',
    apiKey: 'AoCmZGUfWMMhLJ+Eb6oRF4pAEw9XJP9b/RL5c2Gqk2w=',
  };
  const body =
    '{"CustName":"Kliendinimi","CustId":"3a274294-9c60-4a3d-93f0-1874253f073e","OverDueDays":5,"DebtDate":"20220501"}';
  expect(meritSignature(keys, '20240624205902', body)).toBe('dt6dkfuj+OfX01YkvvAoN/fekAUGr6AvVlQhUUja9Qc=');
});

// printf '%s' 'id20261126120000{"Name":"Õunapuu & Щ"}' | openssl dgst -sha256 -hmac 'key-of-merit' -binary | base64
test('signs letters outside of ASCII as openssl does', () => {
  const body = '{"Name":"Õunapuu & Щ"}';
  expect(meritSignature({ apiId: 'id', apiKey: 'key-of-merit' }, '20261126120000', body)).toBe(
    'tvQGKwlG1rC+5AJcMXAI+uG8qGULweyevoj5zmXAIY8=',
  );
});

test('writes timestamps in UTC', () => {
  expect(meritTimestamp(new Date('2026-11-30T23:59:07.123Z'))).toBe('20261130235907');
});
