import type { Control } from '../../../src/payments-fake/control.ts';
import type { KnownData } from '../known.ts';
import type { Chance } from './chance.ts';
import { type Draft, encoded } from './draft.ts';
import { malformedBody, mutated } from './mutate.ts';
import { oddText } from './odd-texts.ts';
import { jsonOf, oddValue } from './odd-values.ts';

export type Fakes = Record<'montonio' | 'stripe', Pick<Control, 'signed' | 'pay'>>;

/** The part of Montonio's and Stripe's messages that the shop reads. */
function message(provider: string, payment: string, chance: Chance): object {
  if (provider === 'montonio') {
    return {
      uuid: payment,
      merchantReference: 'R26-4F7K2',
      paymentStatus: chance.pick(['PAID', 'PENDING', 'ABANDONED', 'VOIDED', 'REFUNDED']),
      grandTotal: 319.6,
      currency: 'EUR',
    };
  }
  const object = { id: payment, client_reference_id: 'R26-4F7K2', payment_status: 'paid', amount_total: 31960 };
  const type = chance.pick([
    'checkout.session.completed',
    'charge.refunded',
    'charge.dispute.created',
    'refund.failed',
  ]);
  return {
    id: `evt_${chance.integerBelow(1e9)}`,
    object: 'event',
    created: 1_790_000_000,
    livemode: false,
    type,
    data: { object },
  };
}

/** A webhook: forged, malformed, or validly signed with hostile content. */
export function webhook({ orders }: KnownData, fakes: Fakes, chance: Chance): Draft {
  const provider = chance.pick(['montonio', 'stripe', 'montonio', 'stripe', 'other']);
  const { id, ref } = chance.pick(chance.pick(orders).payments);
  const payment = ref ?? id;
  const content = chance.happens(0.6)
    ? mutated(message(provider, payment, chance), chance)
    : message(provider, payment, chance);
  const signer = provider === 'montonio' || provider === 'stripe' ? fakes[provider] : fakes.stripe;
  const signed = signer.signed(typeof content === 'object' && content !== null ? content : { content });
  const headers: Draft['headers'] = Object.entries(signed.headers);
  let body: Buffer = Buffer.from(signed.body);
  const variant = chance.integerBelow(10);
  if (variant < 2) body = malformedBody(content, chance);
  else if (variant < 3) body = Buffer.from(jsonOf({ orderToken: oddValue(chance), refundToken: oddValue(chance) }));
  else if (variant < 4) headers[headers.length - 1] = ['stripe-signature', oddText(chance)];
  const name = chance.happens(0.06) ? encoded(oddText(chance), { encodesAll: true }) : provider;
  const query: Draft['query'] = chance.happens(0.2) ? [['order-token', oddText(chance)]] : [];
  return {
    endpoint: 'POST /api/v1/webhooks/{provider}',
    method: 'POST',
    path: `/api/v1/webhooks/${name}`,
    query,
    headers,
    body,
  };
}
