import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Outcome, RedirectProvider, StartRequest } from '../../../src/shop/payment/provider.ts';
import { neverAborted } from './subjects.ts';

/** What holds of a payment that nobody pays, at the fakes and in the sandboxes alike. */
export function unpaid(open: () => { provider: RedirectProvider; request: StartRequest }): void {
  test('lists methods, each in a group of the shop', async () => {
    const { provider } = open();
    const methods = got(await provider.listMethods(neverAborted));
    expect(methods.length).toBeGreaterThan(0);
    for (const { id, group } of methods) {
      expect(id.startsWith(`${provider.id}:`)).toBe(true);
      expect(['bank', 'card', 'pay_later']).toContain(group);
    }
  });

  test('starts a payment that has a page and is pending', async () => {
    const { provider, request } = open();
    const { providerRef, url, expiresAt } = got(await provider.start(request, neverAborted));
    expect(URL.canParse(url)).toBe(true);
    expect(expiresAt).toBeInstanceOf(Date);
    expect(got(await provider.fetch(providerRef, neverAborted))).toEqual({
      providerRef,
      merchantRef: provider.id === 'stripe' ? request.paymentId : request.orderNumber,
      state: 'pending',
      amountCents: 31960,
      currency: 'EUR',
      refunds: [],
    });
  });

  test('repeating a start returns the same payment', async () => {
    const { provider, request } = open();
    const { providerRef } = got(await provider.start(request, neverAborted));
    expect(got(await provider.start(request, neverAborted)).providerRef).toBe(providerRef);
  });

  test('rejects a refund of an unpaid payment, an unknown payment and an unknown method', async () => {
    const { provider, request } = open();
    const { providerRef } = got(await provider.start(request, neverAborted));
    const refund = { providerRef, refundId: randomUUID(), amountCents: 2500 };
    const rejected = { ok: false, kind: 'rejected', code: expect.any(String) };
    expect(await provider.refund(refund, neverAborted)).toEqual(rejected);
    expect(await provider.fetch(randomUUID(), neverAborted)).toEqual(rejected);
    expect(await provider.start({ ...request, method: 'nobody:nothing' }, neverAborted)).toEqual(rejected);
  });
}

/** What a provider has answered. Throws when it has refused or failed. */
export function got<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}
