import type { Config } from '../../app/config.ts';
import { openProviders } from '../../app/open-shop-context.ts';
import type { RedirectProvider } from '../../shop/payment/provider.ts';
import { type Check, fail, ok, runCheck, warn } from './check.ts';

const timeoutMs = 10_000;

export async function checkProviders(config: Config, now: () => Date): Promise<Check[]> {
  const providers = openProviders(config, now);
  if (providers.length === 0)
    return [ok('payment providers', 'no provider has keys: buyers pay at the branch and by bank transfer')];
  const advice = 'Try again; if it fails for long, look at the provider’s status page.';
  const checks = providers.map((provider) =>
    runCheck(provider.id, advice, () => checkProvider(provider, config, now())),
  );
  return (await Promise.all(checks)).flat();
}

async function checkProvider(provider: RedirectProvider, config: Config, now: Date): Promise<Check> {
  const name = provider.id;
  const signal = AbortSignal.timeout(timeoutMs);
  // Stripe checks the keys only when payments are listed. No payment is newer than `now`, so the list is empty.
  const answer = await (provider.list?.(now, signal) ?? provider.listMethods(signal));
  if (answer.ok && isTestKey(name, config)) return testKeyWarning(name);
  if (answer.ok) return ok(name, 'accepts the keys');
  if (answer.kind === 'rejected') {
    const keys = name === 'montonio' ? 'MONTONIO_ACCESS_KEY and MONTONIO_SECRET_KEY' : 'STRIPE_SECRET_KEY';
    return fail(name, `does not accept the keys (${answer.code})`, `Copy ${keys} from the provider’s website again.`);
  }
  const cause = answer.kind === 'unknown' ? answer.cause : 'no connection';
  return fail(name, `no answer (${cause})`, 'Try again; look whether this machine may connect to the provider.');
}

function isTestKey(name: RedirectProvider['id'], { montonio, stripe }: Config): boolean {
  if (name === 'montonio') return montonio?.baseUrl.includes('sandbox') === true;
  return /^(sk|rk)_test_/.test(stripe?.secretKey ?? '');
}

function testKeyWarning(name: string): Check {
  return warn(
    name,
    'accepts the keys, but they are test keys: no money moves',
    'Set the keys for real payments before you open.',
  );
}
