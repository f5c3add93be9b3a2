import type { Till } from '../../src/shop/checkout/till.server.ts';
import type { RedirectProvider } from '../../src/shop/payment/redirect-provider.ts';

/**
 * A till whose process dies at the `cut`th of these moments: before a transaction begins, before a provider is asked, and
 * after it has answered. What waits there waits for ever; a transaction that was not committed is one that never began.
 */
export function killable(till: Till, cut: number): { till: Till; killed: Promise<void> } {
  const { promise: killed, resolve } = Promise.withResolvers<void>();
  const dead = new Promise<never>(() => {});
  let moments = 0;
  const live = async () => {
    moments += 1;
    if (moments < cut) return;
    resolve();
    await dead;
  };
  return {
    till: { ...till, db: dying(till.db, live), providers: till.providers.map((one) => asked(one, live)) },
    killed,
  };
}

function dying(db: Till['db'], live: () => Promise<void>): Till['db'] {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'startTransaction') {
        return () => ({ execute: () => live().then(() => target.startTransaction().execute()) });
      }
      const value = Reflect.get(target, name, target);
      // `fn` is a function with functions of its own.
      return typeof value === 'function' && name !== 'fn' ? value.bind(target) : value;
    },
  });
}

function asked(provider: RedirectProvider, live: () => Promise<void>): RedirectProvider {
  const around =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      await live();
      const answer = await call(...given);
      await live();
      return answer;
    };
  return {
    ...provider,
    start: around(provider.start),
    fetch: around(provider.fetch),
    refund: around(provider.refund),
    ...(provider.expire && { expire: around(provider.expire) }),
  };
}
