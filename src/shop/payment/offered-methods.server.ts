import type { Failure, ProviderMethod, RedirectProvider } from './provider.ts';

/** `degraded`: a provider could not be called, and its methods are old or missing. */
export type OfferedMethods = { methods: readonly ProviderMethod[]; degraded: boolean };

type Options = { now: () => Date; onError: (error: unknown) => void; timeout?: () => AbortSignal };

const freshMs = 3_600_000;
const staleMs = 24 * 3_600_000;
const minPauseMs = 30_000;
const defaultTimeout = () => AbortSignal.timeout(2_000);

/** Returns a function that lists the methods of all providers. It caches them, and pauses a provider that fails. */
export function offeredMethods(providers: readonly RedirectProvider[], options: Options) {
  const lists = providers.map((provider) => cachedMethods(provider, options));
  return async (): Promise<OfferedMethods> => {
    const answers = await Promise.all(lists.map((list) => list()));
    return {
      methods: withOneCard(answers.flatMap(({ methods }) => methods)),
      degraded: answers.some(({ degraded }) => degraded),
    };
  };
}

/** Cards are offered once, by the last provider: one that was added for cards is used for them. */
function withOneCard(methods: readonly ProviderMethod[]): ProviderMethod[] {
  const card = methods.findLast(({ group }) => group === 'card');
  return methods.filter((method) => method.group !== 'card' || method === card);
}

function cachedMethods(provider: RedirectProvider, { now, onError, timeout = defaultTimeout }: Options) {
  let known: { methods: readonly ProviderMethod[]; at: number } | null = null;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  const ask = async () => {
    const outcome = await provider.listMethods(timeout()).catch((error: unknown) => {
      onError(error);
      return null;
    });
    const at = now().getTime();
    if (outcome?.ok) {
      known = { methods: outcome.value, at };
      return;
    }
    pausedUntil = at + pauseMs(outcome);
    if (outcome) onError(new Error(`${provider.id} lists no payment methods: ${JSON.stringify(outcome)}`));
  };
  return async (): Promise<OfferedMethods> => {
    const at = now().getTime();
    if ((!known || at >= known.at + freshMs) && at >= pausedUntil) {
      running ??= ask().finally(() => {
        running = null;
      });
      await running;
    }
    const age = known ? now().getTime() - known.at : Number.POSITIVE_INFINITY;
    return { methods: known && age < staleMs ? known.methods : [], degraded: age >= freshMs };
  };
}

function pauseMs(failure: Failure | null): number {
  const requested = failure?.kind === 'unavailable' ? (failure.retryAfterMs ?? 0) : 0;
  return Math.min(Math.max(requested, minPauseMs), freshMs);
}
