import type { Outcome } from './redirect-provider.ts';

/** How a call to a provider ends when it does not end well. */
export type Failure = Exclude<Outcome<never>, { ok: true }>;

/** No connection came about, so nothing was asked. */
const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** What a broken `fetch` means. Whatever may have reached the provider is `unknown`. */
export function brokenCall(error: unknown): Failure {
  const code = codeOf(error);
  if (code !== null && notSent.has(code)) return { ok: false, kind: 'unavailable' };
  return unknown(code ?? (error instanceof Error ? error.name : 'no answer'));
}

/** What an HTTP error means. `code`: the provider's own word for it. */
export function refusedCall(status: number, retryAfter: string | undefined, code: string, now: Date): Failure {
  if (status === 429 || (status === 503 && retryAfter))
    return { ok: false, kind: 'unavailable', retryAfterMs: pauseMs(retryAfter, now) };
  if (status >= 500 || status === 408) return unknown(`http-${status}`);
  return { ok: false, kind: 'rejected', code };
}

export function unknown(cause: string): Failure {
  return { ok: false, kind: 'unknown', cause };
}

/** Node puts the reason of a failed `fetch` into its cause, and that of several addresses into a list. */
function codeOf(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    at = at.cause ?? (at instanceof AggregateError ? at.errors[0] : undefined);
  }
  return null;
}

/** RFC 9110 Retry-After, in seconds or as a date, to milliseconds. */
function pauseMs(retryAfter: string | undefined, now: Date): number | undefined {
  if (!retryAfter) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isSafeInteger(ms) ? Math.max(0, ms) : undefined;
}
