import { beforeEach, expect, test, vi } from 'vitest';
import type { OrderForm } from '../../../shop/checkout/place/order-form.ts';
import { attemptFor, closeAttempt, findOpenAttempt } from './submit-order.ts';

const customer = { email: 'mari@example.com' };
const body = { note: 'one', customer } as OrderForm;
const hourMs = 60 * 60 * 1000;
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
  const { key } = attemptFor(body, 0);
  attemptFor({ ...body, note: 'two' }, 1);
  expect(attemptFor({ ...body, note: 'three' }, hourMs - 1)).toEqual({
    key,
    startedAt: 0,
    body: { note: 'three', customer },
    earlier: [
      { note: 'two', customer },
      { note: 'one', customer },
    ],
  });
});

test('uses another key for a form that is changed an hour later, or has another address', () => {
  const { key } = attemptFor(body, 0);
  expect(attemptFor(body, hourMs).key).toBe(key);
  const later = attemptFor({ ...body, note: 'two' }, hourMs);
  expect(later).toEqual({ key: expect.not.stringMatching(key), startedAt: hourMs, body: { note: 'two', customer } });
  const ofOther = { ...body, customer: { email: 'jaan@example.com' } } as OrderForm;
  expect(attemptFor(ofOther, hourMs).key).not.toBe(later.key);
});

test('finds no attempt that another tab has closed', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  const attempt = attemptFor(body);
  expect(findOpenAttempt()).toEqual(attempt);
  stored.clear();
  expect(findOpenAttempt()).toBeNull();
});
