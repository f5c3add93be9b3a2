import { z } from 'zod';
import { providerText, type WebhookReading, type WebhookRequest } from '../provider.ts';
import { readToken } from './client.ts';

/** Allowed clock difference in seconds, as in Montonio's plug-ins. */
const leeway = 300;

const times = { accessKey: providerText, iat: z.number().optional(), exp: z.number().optional() };
const claims = z.union([
  z.object({
    ...times,
    refundUuid: providerText.min(1),
    orderUuid: providerText.min(1),
    refundStatus: providerText,
    merchantReference: providerText.nullish(),
  }),
  z.object({
    ...times,
    uuid: providerText.min(1),
    paymentStatus: providerText,
    merchantReference: providerText.nullish(),
  }),
]);

/** Reads the token in the body or the address. Montonio does not document whether retries are signed anew: an expired one is `stale`. */
export async function readMontonioWebhook(
  { accessKey, secretKeys }: { accessKey: string; secretKeys: readonly string[] },
  request: WebhookRequest,
  now: Date,
): Promise<WebhookReading> {
  const token = tokenOf(request);
  if (!token) return { ok: false, reason: 'malformed' };
  const payload = await readToken(token, secretKeys);
  if (payload === null) return { ok: false, reason: 'bad-signature' };
  const read = claims.safeParse(payload);
  if (!read.success) return { ok: false, reason: 'malformed' };
  const { data } = read;
  if (data.accessKey !== accessKey) return { ok: false, reason: 'other-account' };
  const seconds = now.getTime() / 1000;
  if (data.iat !== undefined && data.iat > seconds + leeway) return { ok: false, reason: 'bad-signature' };
  const about =
    'refundUuid' in data
      ? { id: data.refundUuid, providerRef: data.orderUuid, hint: data.refundStatus }
      : { id: data.uuid, providerRef: data.uuid, hint: data.paymentStatus };
  return {
    ok: true,
    eventKey: `${about.id}:${about.hint}`,
    providerRef: about.providerRef,
    merchantRef: data.merchantReference ?? null,
    hint: about.hint,
    stale: data.exp === undefined || data.exp < seconds - leeway,
  };
}

const body = z.union([
  z.object({ orderToken: z.string() }).transform(({ orderToken }) => orderToken),
  z.object({ refundToken: z.string() }).transform(({ refundToken }) => refundToken),
]);

function tokenOf({ body: bytes, query }: WebhookRequest): string | null {
  const fromAddress = query.get('order-token') ?? query.get('refund-token');
  try {
    return body.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data ?? fromAddress;
  } catch {
    return fromAddress;
  }
}
