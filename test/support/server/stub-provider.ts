import type { PaymentReport, RedirectProvider, StartRequest } from '../../../src/shop/payment/provider.ts';

type Stub = {
  provider: RedirectProvider;
  started: StartRequest[];
  /** Sets what `fetch` reports of a payment. Without a report the provider is unreachable. */
  setReport(paymentId: string, report: Partial<PaymentReport> | null): void;
  /** The response to every refund. */
  refund: Awaited<ReturnType<RedirectProvider['refund']>>;
};

/** The id of a payment at the stub. */
export const stubProviderRef = (paymentId: string) => `at-${paymentId}`;

/** A payment provider in memory: starts every payment; the test sets all other responses. */
export function stubProvider(id: RedirectProvider['id']): Stub {
  const started: StartRequest[] = [];
  const reports = new Map<string, Partial<PaymentReport> | null>();
  const stub: Stub = {
    started,
    setReport: (paymentId, report) => reports.set(stubProviderRef(paymentId), report),
    refund: { ok: false, kind: 'unavailable' },
    provider: {
      id,
      listMethods: async () => ({ ok: true, value: [] }),
      async start(request) {
        started.push(request);
        const value = {
          providerRef: stubProviderRef(request.paymentId),
          url: 'https://pay.example',
          expiresAt: request.expiresAt,
        };
        return { ok: true, value };
      },
      async fetch(providerRef) {
        const report = reports.get(providerRef);
        const payment = started.find(({ paymentId }) => providerRef === stubProviderRef(paymentId));
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
