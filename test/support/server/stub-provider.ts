import type { PaymentReport, RedirectProvider, StartRequest } from '../../../src/shop/payment/provider.ts';

type Stub = {
  provider: RedirectProvider;
  started: StartRequest[];
  /** What `fetch` reports of a payment, by `providerRef`. Without an entry the provider is unreachable. */
  truth: Map<string, Partial<PaymentReport>>;
  /** The response to every refund. */
  refund: Awaited<ReturnType<RedirectProvider['refund']>>;
};

/** A payment provider in memory: starts every payment; the test sets all other responses. */
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
        const report = stub.truth.get(providerRef);
        const payment = started.find(({ paymentId }) => providerRef === `at-${paymentId}`);
        if (!report || !payment) return { ok: false, kind: 'unavailable' };
        const { paymentId: merchantRef, amountCents } = payment;
        const value = {
          providerRef,
          merchantRef,
          state: 'pending' as const,
          amountCents,
          currency: 'EUR',
          refunds: [],
        };
        return { ok: true, value: { ...value, ...report } };
      },
      refund: async () => stub.refund,
      readWebhook: async () => ({ ok: false, reason: 'malformed' }),
    },
  };
  return stub;
}
