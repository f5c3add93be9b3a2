import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import type { RedirectProvider } from '../../src/shop/payment/provider.ts';

/**
 * A context whose process is killed at the `killPoint`th of these points: before a transaction begins, before a call to a
 * provider, and after its response. The call at that point never resolves, and `killed` resolves instead.
 */
export function killable(context: ShopContext, killPoint: number): { context: ShopContext; killed: Promise<void> } {
  const { promise: killed, resolve } = Promise.withResolvers<void>();
  const dead = new Promise<never>(() => {});
  let passed = 0;
  const passPoint = async () => {
    passed += 1;
    if (passed < killPoint) return;
    resolve();
    await dead;
  };
  return {
    context: {
      ...context,
      db: killableDatabase(context.db, passPoint),
      providers: context.providers.map((provider) => killableProvider(provider, passPoint)),
    },
    killed,
  };
}

function killableDatabase(db: ShopContext['db'], passPoint: () => Promise<void>): ShopContext['db'] {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'startTransaction') {
        return () => ({ execute: () => passPoint().then(() => target.startTransaction().execute()) });
      }
      const value = Reflect.get(target, name, target);
      // `fn` is a function with properties.
      return typeof value === 'function' && name !== 'fn' ? value.bind(target) : value;
    },
  });
}

function killableProvider(provider: RedirectProvider, passPoint: () => Promise<void>): RedirectProvider {
  const killableCall =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await passPoint();
      const answer = await call(...args);
      await passPoint();
      return answer;
    };
  return {
    ...provider,
    start: killableCall(provider.start),
    fetch: killableCall(provider.fetch),
    refund: killableCall(provider.refund),
    ...(provider.expire && { expire: killableCall(provider.expire) }),
  };
}
