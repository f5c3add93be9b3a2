import type Stripe from 'stripe';
import { brokenCall, type Failure, refusedCall, unknown } from '../failed-call.ts';
import type { Outcome } from '../redirect-provider.ts';

export type StripeAccount = {
  secretKey: string;
  /** All of them verify, so that they can be changed. */
  webhookSecrets: readonly string[];
  /** Where Stripe is, when it is not Stripe itself: `http://127.0.0.1:1234`. */
  apiBase?: string;
  now: () => Date;
};

/** The SDK is large: it is loaded by the first call, so that a shop without a key never does. */
export const loadStripe = () => import('stripe');

/** Work with the SDK, ended by the signal; whatever the SDK throws becomes an outcome. */
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
      return detail instanceof NotStripe ? detail.outcome(account.now()) : brokenCall(detail);
    }
    if (!(error instanceof Sdk.errors.StripeError)) return brokenCall(error);
    const { statusCode, code, rawType, headers } = error;
    // Without a status: an answer that is not JSON. 409: a call with the same key is under way.
    if (statusCode === undefined || statusCode === 409) return unknown(code ?? error.type);
    return refusedCall(statusCode, headers?.['retry-after'], code ?? rawType ?? error.type, account.now());
  }
}

/** A client for one call, since the SDK takes no signal for each. Over `fetch` it does not repeat broken calls by itself. */
function clientOf(Sdk: typeof Stripe, { secretKey, apiBase }: StripeAccount, signal: AbortSignal): Stripe {
  const base = apiBase ? new URL(apiBase) : null;
  return new Sdk(secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Sdk.createFetchHttpClient((url, init) =>
      stripesAnswer(url, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal }),
    ),
    ...(base && {
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  });
}

/** The SDK takes any JSON without `error` for what was asked, a 502 of something in between too. */
async function stripesAnswer(url: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  const answer = await response
    .clone()
    .json()
    .catch(() => null);
  if (response.ok ? typeof answer?.object === 'string' : answer?.error) return response;
  await response.body?.cancel();
  throw new NotStripe(response);
}

/** An answer that Stripe would not give. */
class NotStripe extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super(`HTTP ${response.status}`);
    this.response = response;
  }

  outcome(now: Date): Failure {
    const { ok, status, headers } = this.response;
    if (ok) return unknown('not an answer of Stripe');
    return refusedCall(status, headers.get('retry-after') ?? undefined, `http-${status}`, now);
  }
}
