import type { ProviderMethod, RedirectProvider } from './redirect-provider.ts';

/** `degraded`: some provider could not be asked, and what it offers is old or missing. */
export type OfferedMethods = { methods: readonly ProviderMethod[]; degraded: boolean };

type Options = {
  now: () => Date;
  /** Ends the patience with one provider; two seconds where nothing else is said. */
  budget?: () => AbortSignal;
};

const freshMs = 3_600_000;
/** How long old answers are shown while a provider cannot be asked. */
const staleMs = 24 * 3_600_000;
const leastPauseMs = 30_000;
const budgetMs = 2_000;

/** What all the providers offer, in their order. Remembers it, and leaves a provider that fails alone for a while. */
export function offeredMethods(providers: readonly RedirectProvider[], { now, budget = twoSeconds }: Options) {
  const asked = providers.map((provider) => oneProvider(provider, now, budget));
  return async (): Promise<OfferedMethods> => {
    const answers = await Promise.all(asked.map((ask) => ask()));
    return {
      methods: oneCard(answers.flatMap(({ methods }) => methods)),
      degraded: answers.some(({ degraded }) => degraded),
    };
  };
}

/** Of several providers that take cards the last one: who adds one for cards alone wants it used. */
function oneCard(methods: readonly ProviderMethod[]): ProviderMethod[] {
  const card = methods.findLast(({ group }) => group === 'card');
  return methods.filter((method) => method.group !== 'card' || method === card);
}

function oneProvider(provider: RedirectProvider, now: () => Date, budget: () => AbortSignal) {
  let known: { methods: readonly ProviderMethod[]; at: number } | null = null;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | null = null;

  const ask = async () => {
    // An adapter's fault must not take the other ways to pay away.
    const outcome = await provider.listMethods(null, budget()).catch(() => null);
    const at = now().getTime();
    if (outcome?.ok) known = { methods: outcome.value, at };
    else pausedUntil = at + pauseMs(outcome);
  };
  return async (): Promise<OfferedMethods> => {
    const at = now().getTime();
    if ((!known || at >= known.at + freshMs) && at >= pausedUntil) {
      underWay ??= ask().finally(() => {
        underWay = null;
      });
      await underWay;
    }
    const age = known ? now().getTime() - known.at : Number.POSITIVE_INFINITY;
    return { methods: known && age < staleMs ? known.methods : [], degraded: age >= freshMs };
  };
}

/** Half a minute, or more where the provider asks for it, but never beyond what is shown meanwhile. */
function pauseMs(outcome: Awaited<ReturnType<RedirectProvider['listMethods']>> | null): number {
  const wished = outcome && !outcome.ok && outcome.kind === 'unavailable' ? (outcome.retryAfterMs ?? 0) : 0;
  return Math.min(Math.max(wished, leastPauseMs), freshMs);
}

function twoSeconds(): AbortSignal {
  return AbortSignal.timeout(budgetMs);
}
