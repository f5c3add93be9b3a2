import { createHmac } from 'node:crypto';

export type MeritKeys = { apiId: string; apiKey: string };

/** Returns `yyyyMMddHHmmss` in UTC. Merit refuses requests that are too old or from the future. */
export function meritTimestamp(now: Date): string {
  return now.toISOString().replace(/\D/g, '').slice(0, 14);
}

/** HMAC-SHA256 as base64. Source: https://api.merit.ee/connecting-robots/reference-manual/authentication */
export function meritSignature({ apiId, apiKey }: MeritKeys, timestamp: string, body: string): string {
  return createHmac('sha256', apiKey).update(`${apiId}${timestamp}${body}`, 'utf8').digest('base64');
}
