import type { Order, Refund } from './orders.ts';

/** https://docs.montonio.com/api/stargate/guides/payment-methods, shortened. */
export const methods = {
  uuid: '0bafe86b-c5cf-4c88-ba28-484a8585f0f4',
  name: 'Test store',
  paymentMethods: {
    cardPayments: { processor: 'stripe', logoUrl: null },
    bnpl: { processor: 'inbank', logoUrl: null },
    hirePurchase: { processor: 'inbank', logoUrl: null },
    paymentInitiation: {
      processor: 'montonio',
      setup: {
        LV: { supportedCurrencies: ['EUR'], paymentMethods: [bank('Swedbank Latvia', 'HABALV22', 1)] },
        EE: {
          supportedCurrencies: ['EUR'],
          paymentMethods: [
            bank('Swedbank Estonia', 'HABAEE2X', 1),
            bank('SEB Estonia', 'EEUHEE2X', 2),
            bank('LHV Estonia', 'LHVBEE22', 3),
            bank('Luminor Estonia', 'RIKOEE22', 4),
            bank('Coop Pank', 'EKRDEE22', 5),
            bank('Citadele Estonia', 'PARXEE22', 6),
            bank('Revolut Estonia', 'RVUALT2V', 7),
            bank('N26 Estonia', 'NTSBDEB1', 8),
          ],
        },
      },
    },
  },
};

function bank(name: string, code: string, uiPosition: number) {
  return { name, code, uiPosition, logoUrl: null, supportedCurrencies: ['EUR'] };
}

export function orderAnswer(order: Order, origin: string) {
  const { uuid, status, request, refunds, cents, attempt, createdAt, expiresAt } = order;
  return {
    uuid,
    paymentStatus: status,
    locale: request.locale,
    merchantReference: request.merchantReference,
    merchantReferenceDisplay: request.merchantReference,
    merchantReturnUrl: request.returnUrl,
    merchantNotificationUrl: request.notificationUrl,
    grandTotal: euros(cents),
    currency: request.currency,
    paymentMethodType: request.payment.method,
    paymentIntents: [],
    refunds: refunds.map(refundAnswer),
    isRefundableType: true,
    lineItems: request.lineItems ?? [],
    billingAddress: request.billingAddress ?? null,
    shippingAddress: null,
    createdAt,
    expiresAt,
    storeName: 'Test store',
    paymentUrl: status === 'PENDING' ? `${origin}/pay/${uuid}/${attempt}` : null,
  };
}

export function refundAnswer({ uuid, cents, status, createdAt }: Refund) {
  return { uuid, amount: euros(cents), status, currency: 'EUR', createdAt, type: 'PARTIAL_REFUND' };
}

/** The claims of an order token. Amounts are numbers in claims, but strings in answers. */
export function orderClaims({ uuid, request, status, cents }: Order) {
  return {
    uuid,
    merchantReference: request.merchantReference,
    merchantReferenceDisplay: request.merchantReference,
    paymentStatus: status,
    paymentMethod: request.payment.method,
    grandTotal: Number(euros(cents)),
    currency: request.currency,
  };
}

export function refundClaims({ uuid, request }: Order, refund: Refund) {
  return {
    orderUuid: uuid,
    merchantReference: request.merchantReference,
    refundUuid: refund.uuid,
    refundStatus: refund.status,
    refundAmount: Number(euros(refund.cents)),
  };
}

export function euros(cents: number): string {
  return (cents / 100).toFixed(2);
}
