import type { Failure, ProviderMethod, RedirectProvider } from './provider.ts';

/** `degraded`: a provider could not be called. Its methods are more than an hour old, or missing if it gave none in the last 24 hours. */
export type OfferedMethods = { methods: readonly ProviderMethod[]; degraded: boolean };

type Options = { now: () => Date; onError: (error: unknown) => void; timeout?: () => AbortSignal };

const maxAgeMs = 3_600_000;
const maxStaleMs = 24 * 3_600_000;
const minRetryPauseMs = 30_000;
const defaultTimeout = () => AbortSignal.timeout(2_000);

/** Returns a function that caches the methods of all providers, and does not call a failing provider for a while. */
export function offeredMethods(providers: readonly RedirectProvider[], options: Options) {
  const methodLists = providers.map((provider) => cachedMethods(provider, options));
  return async (): Promise<OfferedMethods> => {
    const results = await Promise.all(methodLists.map((list) => list()));
    return {
      methods: withOneCardMethod(results.flatMap(({ methods }) => methods)),
      degraded: results.some(({ degraded }) => degraded),
    };
  };
}

/** Keeps only the last provider's card method, because the owner adds a further provider for its card payments. */
function withOneCardMethod(methods: readonly ProviderMethod[]): ProviderMethod[] {
  const card = methods.findLast(({ group }) => group === 'card');
  return methods.filter((method) => method.group !== 'card' || method === card);
}

function cachedMethods(provider: RedirectProvider, { now, onError, timeout = defaultTimeout }: Options) {
  let cached: { methods: readonly ProviderMethod[]; at: number } | null = null;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let request: Promise<void> | null = null;

  const refresh = async () => {
    const outcome = await provider.listMethods(timeout()).catch((error: unknown) => {
      onError(error);
      return null;
    });
    const at = now().getTime();
    if (outcome?.ok) {
      cached = { methods: outcome.value, at };
      return;
    }
    pausedUntil = at + pauseMs(outcome);
    if (outcome) onError(new Error(`${provider.id} lists no payment methods: ${JSON.stringify(outcome)}`));
  };
  return async (): Promise<OfferedMethods> => {
    const at = now().getTime();
    const isOutdated = !cached || at >= cached.at + maxAgeMs;
    if (isOutdated && at >= pausedUntil) {
      request ??= refresh().finally(() => {
        request = null;
      });
      await request;
    }
    const ageMs = cached ? now().getTime() - cached.at : Number.POSITIVE_INFINITY;
    return { methods: cached && ageMs < maxStaleMs ? cached.methods : [], degraded: ageMs >= maxAgeMs };
  };
}

function pauseMs(failure: Failure | null): number {
  const requested = failure?.kind === 'unavailable' ? (failure.retryAfterMs ?? 0) : 0;
  return Math.min(Math.max(requested, minRetryPauseMs), maxAgeMs);
}
