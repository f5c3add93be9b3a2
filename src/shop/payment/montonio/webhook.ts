import { z } from 'zod';
import { providerText, type WebhookReading, type WebhookRequest } from '../provider.ts';
import { readToken } from './client.ts';

/** Allowed clock difference in seconds, as in Montonio's plug-ins. */
const leewaySeconds = 300;

const commonClaims = { accessKey: providerText, iat: z.number().optional(), exp: z.number().optional() };
const claims = z.union([
  z.object({
    ...commonClaims,
    refundUuid: providerText.min(1),
    orderUuid: providerText.min(1),
    refundStatus: providerText,
    merchantReference: providerText.nullish(),
  }),
  z.object({
    ...commonClaims,
    uuid: providerText.min(1),
    paymentStatus: providerText,
    merchantReference: providerText.nullish(),
  }),
]);

/** Verifies the token. One that has expired or has no `exp` is marked `isTooOld`, but not refused: Montonio does not document whether retries have a new one. */
export async function readMontonioWebhook(
  { accessKey, secretKeys }: { accessKey: string; secretKeys: readonly string[] },
  request: WebhookRequest,
  now: Date,
): Promise<WebhookReading> {
  const token = tokenOf(request);
  if (!token) return { ok: false, reason: 'malformed' };
  const payload = await readToken(token, secretKeys);
  if (payload === null) return { ok: false, reason: 'bad-signature' };
  const parsedClaims = claims.safeParse(payload);
  if (!parsedClaims.success) return { ok: false, reason: 'malformed' };
  const { data } = parsedClaims;
  if (data.accessKey !== accessKey) return { ok: false, reason: 'other-account' };
  const seconds = now.getTime() / 1000;
  const isFromFuture = data.iat !== undefined && data.iat > seconds + leewaySeconds;
  if (isFromFuture) return { ok: false, reason: 'bad-signature' };
  const subject =
    'refundUuid' in data
      ? { id: data.refundUuid, providerRef: data.orderUuid, status: data.refundStatus }
      : { id: data.uuid, providerRef: data.uuid, status: data.paymentStatus };
  return {
    ok: true,
    eventKey: `${subject.id}:${subject.status}`,
    providerRef: subject.providerRef,
    merchantRef: data.merchantReference ?? null,
    hint: subject.status,
    isTooOld: data.exp === undefined || data.exp < seconds - leewaySeconds,
  };
}

const tokenBody = z.union([
  z.object({ orderToken: z.string() }).transform(({ orderToken }) => orderToken),
  z.object({ refundToken: z.string() }).transform(({ refundToken }) => refundToken),
]);

function tokenOf({ body: bytes, query }: WebhookRequest): string | null {
  const urlToken = query.get('order-token') ?? query.get('refund-token');
  try {
    return tokenBody.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data ?? urlToken;
  } catch {
    return urlToken;
  }
}
