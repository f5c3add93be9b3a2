import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readStripeWebhook } from './webhook.ts';

// Body and signature come from another program, so that a mistake shared by both sides would be seen.
const secret = 'whsec_golden';
const signedAt = new Date('2026-11-21T10:00:00Z');
const body =
  '{"id":"evt_golden_1","object":"event","type":"checkout.session.completed","created":1795255200,"data":{"object":{"id":"cs_test_golden","object":"checkout.session","client_reference_id":"0199f3a2-5c1d-7e4f-8a6b-3c2d1e0f9a8b","payment_status":"paid","status":"complete"}}}';
const signature = 'b960c8211c2fc30f9168451dbe4426cbad7178ae1788dc84f55f34fe207fdbf7';
const header = `t=1795255200,v1=${signature}`;
const reading = {
  ok: true,
  eventKey: 'evt_golden_1',
  providerRef: 'cs_test_golden',
  merchantRef: '0199f3a2-5c1d-7e4f-8a6b-3c2d1e0f9a8b',
  hint: 'checkout.session.completed',
  stale: false,
};

test('reads the golden event within five minutes', async () => {
  expect(await read(body, header)).toEqual(reading);
  expect(await read(body, header, new Date('2026-11-21T10:05:00Z'))).toEqual(reading);
});

test('verifies with the old and the new secret during a rotation', async () => {
  expect(await read(body, header, signedAt, ['whsec_new', secret])).toEqual(reading);
  expect(await read(body, header, signedAt, [secret, 'whsec_new'])).toEqual(reading);
});

test.each([
  ['no signature', body, undefined],
  ['an empty one', body, ''],
  ['two headers', body, [header, header]],
  ['another secret', body, signed(body, 'whsec_other')],
  ['a signature of another time', body, `t=1795255201,v1=${signature}`],
  ['only an older scheme', body, `t=1795255200,v0=${signature}`],
  ['capitals', body, `t=1795255200,v1=${signature.toUpperCase()}`],
  ['half a signature', body, header.slice(0, -8)],
  ['a body written anew', JSON.stringify(JSON.parse(body), null, 1), header],
  ['a truncated body', body.slice(0, -1), header],
  ['another amount', body.replace('"paid"', '"unpaid"'), header],
  ['no body', '', header],
])('%s is refused', async (_, bytes, given) => {
  expect(await read(bytes, given)).toEqual({ ok: false, reason: 'bad-signature' });
});

test('refuses signatures older than five minutes', async () => {
  const late = new Date('2026-11-21T10:05:01Z');
  expect(await read(body, header, late)).toEqual({ ok: false, reason: 'bad-signature' });
});

test.each(['[1', 'null', '{"id":"evt_1","type":"checkout.session.completed","data":{"object":{}}}'])(
  '%s with a valid signature is malformed',
  async (bytes) => expect(await read(bytes, signed(bytes))).toEqual({ ok: false, reason: 'malformed' }),
);

const unkeepable = [
  ['the NUL character', 'a\0'],
  ['half of a sign', '\ud800'],
  ['256 signs', 'x'.repeat(256)],
] as const;

test.each(unkeepable)('refuses a validly signed id or reference of %s as malformed', async (_, odd) => {
  const type = 'checkout.session.completed';
  for (const object of [{ id: odd }, { id: 'cs_1', client_reference_id: odd }])
    expect(await readEvent(type, object)).toEqual({ ok: false, reason: 'malformed' });
  const event = JSON.stringify({ ...JSON.parse(body), id: odd });
  expect(await read(event, signed(event))).toEqual({ ok: false, reason: 'malformed' });
});

test.each(unkeepable)(
  'ignores metadata of %s, which is not the shop’s, and uses the payment intent',
  async (_, payment) => {
    const told = {
      ok: true,
      eventKey: 'evt_1',
      providerRef: 'pi_1',
      merchantRef: null,
      hint: 'refund.created',
      stale: false,
    };
    expect(await readEvent('refund.created', { id: 'x_1', payment_intent: 'pi_1', metadata: { payment } })).toEqual(
      told,
    );
  },
);

test.each(['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed'])(
  '%s leads to the payment by the metadata',
  async (type) => {
    const object = { id: 'x_1', payment_intent: 'pi_1', metadata: { payment: 'payment-1', order: 'RP-1' } };
    const told = { ok: true, eventKey: 'evt_1', providerRef: '', merchantRef: 'payment-1', hint: type, stale: false };
    expect(await readEvent(type, object)).toEqual(told);
  },
);

test.each(['charge.dispute.created', 'refund.created'])(
  '%s without metadata names the payment intent',
  async (type) => {
    const told = { ok: true, eventKey: 'evt_1', providerRef: 'pi_1', merchantRef: null, hint: type, stale: false };
    expect(await readEvent(type, { id: 'x_1', payment_intent: 'pi_1', metadata: {} })).toEqual(told);
  },
);

test.each(['checkout.session.expired', 'checkout.session.async_payment_succeeded'])('reports %s', async (type) => {
  const told = { ok: true, eventKey: 'evt_1', providerRef: 'cs_1', merchantRef: null, hint: type, stale: false };
  expect(await readEvent(type, { id: 'cs_1', client_reference_id: null })).toEqual(told);
});

test.each(['payment_intent.created', 'customer.created', 'something.new'])('ignores %s', async (type) => {
  expect(await readEvent(type, { id: 'x_1' })).toEqual({ ok: true, ignored: true });
});

function read(
  bytes: string,
  given: string | string[] | undefined,
  now = signedAt,
  secrets: readonly string[] = [secret],
) {
  const headers = { 'stripe-signature': given };
  return readStripeWebhook(secrets, { body: Buffer.from(bytes), headers, query: new URLSearchParams() }, now);
}

function readEvent(type: string, object: object) {
  const bytes = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  return read(bytes, signed(bytes));
}

function signed(bytes: string, by = secret): string {
  const time = signedAt.getTime() / 1000;
  return `t=${time},v1=${createHmac('sha256', by).update(`${time}.${bytes}`).digest('hex')}`;
}
