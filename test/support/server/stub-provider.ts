import type { PaymentReport, RedirectProvider, StartRequest } from '../../../src/shop/payment/provider.ts';

type Stub = {
  provider: RedirectProvider;
  started: StartRequest[];
  /** Its state of a payment by id; without one it is unreachable. */
  truth: Map<string, Partial<PaymentReport>>;
  /** Its response to a refund. */
  refund: Awaited<ReturnType<RedirectProvider['refund']>>;
};

/** A provider without a network: payments start at once, all other responses come from the test. */
export function stubProvider(id: RedirectProvider['id']): Stub {
  const started: StartRequest[] = [];
  const stub: Stub = {
    started,
    truth: new Map(),
    refund: { ok: false, kind: 'unavailable' },
    provider: {
      id,
      listMethods: async () => ({ ok: true, value: [] }),
      async start(request) {
        started.push(request);
        const value = {
          providerRef: `at-${request.paymentId}`,
          url: 'https://pay.example',
          expiresAt: request.expiresAt,
        };
        return { ok: true, value };
      },
      async fetch(providerRef) {
        const said = stub.truth.get(providerRef);
        const asked = started.find(({ paymentId }) => providerRef === `at-${paymentId}`);
        if (!said || !asked) return { ok: false, kind: 'unavailable' };
        const { paymentId: merchantRef, amountCents } = asked;
        const value = {
          providerRef,
          merchantRef,
          state: 'pending' as const,
          amountCents,
          currency: 'EUR',
          refunds: [],
        };
        return { ok: true, value: { ...value, ...said } };
      },
      refund: async () => stub.refund,
      readWebhook: async () => ({ ok: false, reason: 'malformed' }),
    },
  };
  return stub;
}
