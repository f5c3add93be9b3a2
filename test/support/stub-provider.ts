import type { ProviderTruth, RedirectProvider, StartRequest } from '../../src/shop/payment/redirect-provider.ts';

type Stub = {
  provider: RedirectProvider;
  /** What it was asked to begin. */
  started: StartRequest[];
  /** What it says of a payment by its id; without an answer it is out of reach. */
  truth: Map<string, Partial<ProviderTruth>>;
  /** What it says when it is asked for a refund. */
  refund: Awaited<ReturnType<RedirectProvider['refund']>>;
};

/** A provider without a network: pages are made at once, everything else is as the test says. */
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
