import { afterAll } from 'vitest';
import { startMontonioFake } from '../../../src/payments-fake/montonio/start-montonio-fake.ts';
import { type BrowserShop, browserShop } from '../browser/browser.ts';
import type { SeedTire } from '../database/seed.ts';
import { freePort } from '../server/free-port.ts';

export const swedbank = 'montonio:paymentInitiation:EE:HABAEE2X';

type Fake = Awaited<ReturnType<typeof startMontonioFake>>;

/** A shop with a fake of Montonio that runs in the test process and sends webhooks to the shop. `bank` controls it. */
export async function shopWithFakeBank(
  tires: readonly SeedTire[],
  environment: Record<string, string> = {},
): Promise<BrowserShop & { bank: Fake['control'] }> {
  const keys = { accessKey: 'test-access-key', secretKey: 'test-secret-key-of-montonio' };
  const fake = await startMontonioFake(keys);
  afterAll(fake.close);
  const port = `${await freePort()}`;
  const shop = browserShop({
    tires,
    env: {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      MONTONIO_URL: fake.url,
      MONTONIO_ACCESS_KEY: keys.accessKey,
      MONTONIO_SECRET_KEY: keys.secretKey,
      ...environment,
    },
  });
  // A copy of `shop` would read its getters before the shop has started.
  return Object.defineProperty(shop, 'bank', { value: fake.control }) as BrowserShop & { bank: Fake['control'] };
}
