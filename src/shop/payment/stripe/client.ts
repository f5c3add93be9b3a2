import type Stripe from 'stripe';
import { type Failure, failureFromError, failureFromStatus, type Outcome, unknownOutcome } from '../provider.ts';

export type StripeAccount = {
  secretKey: string;
  /** A webhook signed with any of these secrets is valid, so that they can be rotated. */
  webhookSecrets: readonly string[];
  baseUrl?: string;
  now: () => Date;
};

/** Loads the SDK with the first call, because it is large. */
export const loadStripe = () => import('stripe');

export async function withStripe<T>(
  account: StripeAccount,
  signal: AbortSignal,
  work: (stripe: Stripe) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { default: Sdk } = await loadStripe();
  try {
    return await work(clientOf(Sdk, account, signal));
  } catch (error) {
    if (error instanceof Sdk.errors.StripeConnectionError) {
      const { detail } = error;
      return detail instanceof NotFromStripe ? detail.outcome(account.now()) : failureFromError(detail);
    }
    if (!(error instanceof Sdk.errors.StripeError)) return failureFromError(error);
    const { statusCode, code, rawType, headers } = error;
    // No status: the response was not JSON. 409: a call with the same idempotency key is running.
    if (statusCode === undefined || statusCode === 409) return unknownOutcome(code ?? error.type);
    return failureFromStatus(statusCode, headers?.['retry-after'], code ?? rawType ?? error.type, account.now());
  }
}

/** Returns a client for one call, because the SDK has no abort signal for a call. */
function clientOf(Sdk: typeof Stripe, { secretKey, baseUrl }: StripeAccount, signal: AbortSignal): Stripe {
  const base = baseUrl ? new URL(baseUrl) : null;
  return new Sdk(secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Sdk.createFetchHttpClient((url, init) =>
      fetchFromStripe(url, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal }),
    ),
    ...(base && {
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  });
}

/** Throws NotFromStripe for a proxy's response: the SDK accepts any JSON without `error`, even with status 502. */
async function fetchFromStripe(url: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  const json: Promise<unknown> = response.clone().json();
  const body = (await json.catch(() => null)) as { object?: unknown; error?: unknown } | null;
  const isFromStripe = response.ok ? typeof body?.object === 'string' : Boolean(body?.error);
  if (isFromStripe) return response;
  await response.body?.cancel();
  throw new NotFromStripe(response);
}

class NotFromStripe extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super(`HTTP ${response.status}`);
    this.response = response;
  }

  outcome(now: Date): Failure {
    const { ok, status, headers } = this.response;
    if (ok) return unknownOutcome('not an answer of Stripe');
    return failureFromStatus(status, headers.get('retry-after') ?? undefined, `http-${status}`, now);
  }
}
