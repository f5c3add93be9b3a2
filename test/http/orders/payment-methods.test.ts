import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { localeIds } from '../../../src/shop/locale.ts';
import { paymentMethod } from '../../../src/shop/payment/provider.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();
const messages = { ee, en, ru };

async function methods(query: string) {
  const answer = await shop.get(`/api/v1/payment/methods${query}`);
  expect(answer.status).toBe(200);
  return z.array(paymentMethod).parse(answer.json());
}

describe('the payment methods', () => {
  test.each(localeIds)('have names and descriptions in %s', async (locale) => {
    const { pay_at_branch, bank_transfer } = messages[locale].payment;
    expect(await methods(`?locale=${locale}&amount=319.60`)).toEqual([
      { id: 'pay_at_branch', kind: 'offline', group: 'branch', logo: null, ...pay_at_branch },
      { id: 'bank_transfer', kind: 'offline', group: 'transfer', logo: null, ...bank_transfer },
    ]);
  });

  test('are at most 5 s old in a browser', async () => {
    expect((await shop.get('/api/v1/payment/methods')).headers['cache-control']).toBe('public, max-age=5');
  });

  test('are in Estonian when the request has no language', async () => {
    expect(await methods('')).toEqual(await methods('?locale=ee'));
  });

  test.each([
    ['locale=et', 'locale'],
    ['locale=', 'locale'],
    ['locale=constructor', 'locale'],
    ['amount=much', 'amount'],
    ['amount=', 'amount'],
    ['amount=-1', 'amount'],
    ['amount=1000000.01', 'amount'],
    ['currency=EUR', 'currency'],
  ])('are refused with 400 for the query %s', async (query, path) => {
    const answer = await shop.get(`/api/v1/payment/methods?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid-parameter', errors: [{ path }] });
  });
});
