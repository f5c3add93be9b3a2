import { beforeEach, expect, test, vi } from 'vitest';
import type { OrderForm } from '../../../shop/checkout/place/order-form.ts';
import { attemptFor, closeAttempt, findOpenAttempt } from './submit-order.ts';

const body = { note: 'one' } as OrderForm;
const denied = () => {
  throw new DOMException('denied', 'SecurityError');
};

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  return () => {
    closeAttempt();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

test('without storage, uses the same key for the same order until the attempt is closed', () => {
  const first = attemptFor(body);
  expect(first.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(attemptFor({ ...body })).toEqual(first);
  expect(findOpenAttempt()).toEqual(first);
  closeAttempt();
  expect(findOpenAttempt()).toBeNull();
  expect(attemptFor(body).key).not.toBe(first.key);
});

test('keeps the key of an open attempt when the form is changed', () => {
  const { key } = attemptFor(body);
  attemptFor({ ...body, note: 'two' });
  expect(attemptFor({ ...body, note: 'three' })).toEqual({
    key,
    body: { note: 'three' },
    earlier: [{ note: 'two' }, { note: 'one' }],
  });
});
