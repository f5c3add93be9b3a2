import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Outcome, RedirectProvider, StartRequest } from '../../../src/shop/payment/provider.ts';
import { neverAborted } from './subjects.ts';

/** Tests of unpaid payments that both the fakes and the providers' sandboxes must pass. */
export function testUnpaidPayments(open: () => { provider: RedirectProvider; request: StartRequest }): void {
  test('lists methods, each in a group of the shop', async () => {
    const { provider } = open();
    const methods = expectOk(await provider.listMethods(neverAborted));
    expect(methods.length).toBeGreaterThan(0);
    for (const { id, group } of methods) {
      expect(id.startsWith(`${provider.id}:`)).toBe(true);
      expect(['bank', 'card', 'pay_later']).toContain(group);
    }
  });

  test('starts a payment that has a page and is pending', async () => {
    const { provider, request } = open();
    const { providerRef, url, expiresAt } = expectOk(await provider.start(request, neverAborted));
    expect(URL.canParse(url)).toBe(true);
    expect(expiresAt).toBeInstanceOf(Date);
    expect(expectOk(await provider.fetch(providerRef, neverAborted))).toEqual({
      providerRef,
      merchantRef: provider.id === 'stripe' ? request.paymentId : request.merchantRef,
      state: 'pending',
      amountCents: 31960,
      currency: 'EUR',
      refunds: [],
    });
  });

  test('repeating a start returns the same payment', async () => {
    const { provider, request } = open();
    const { providerRef } = expectOk(await provider.start(request, neverAborted));
    expect(expectOk(await provider.start(request, neverAborted)).providerRef).toBe(providerRef);
  });

  test('rejects a refund of an unpaid payment, an unknown payment and an unknown method', async () => {
    const { provider, request } = open();
    const { providerRef } = expectOk(await provider.start(request, neverAborted));
    const refund = { providerRef, refundId: randomUUID(), amountCents: 2500 };
    const rejected = { ok: false, kind: 'rejected', code: expect.any(String) };
    expect(await provider.refund(refund, neverAborted)).toEqual(rejected);
    expect(await provider.fetch(randomUUID(), neverAborted)).toEqual(rejected);
    expect(await provider.start({ ...request, method: 'nobody:nothing' }, neverAborted)).toEqual(rejected);
  });
}

/** The value of a provider's successful response. Throws when the call was rejected or failed. */
export function expectOk<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}
