import { afterAll } from 'vitest';
import { startMontonioDouble } from '../../src/test-payments/montonio/start-montonio-double.ts';
import { type BrowserShop, browserShop } from './browser.ts';
import { freePort } from './free-port.ts';
import type { SeedTire } from './seed.ts';

export const swedbank = 'montonio:paymentInitiation:EE:HABAEE2X';

type Double = Awaited<ReturnType<typeof startMontonioDouble>>;

/** A shop whose banks are a double in this process, which tells the shop's real address of every payment. */
export async function payingShop(
  tires: readonly SeedTire[],
  environment: Record<string, string> = {},
): Promise<BrowserShop & { bank: Double['control'] }> {
  const keys = { accessKey: 'test-access-key', secretKey: 'test-secret-key-of-montonio' };
  const double = await startMontonioDouble(keys);
  afterAll(double.close);
  const port = `${await freePort()}`;
  const shop = browserShop({
    tires,
    env: {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      MONTONIO_URL: double.url,
      MONTONIO_ACCESS_KEY: keys.accessKey,
      MONTONIO_SECRET_KEY: keys.secretKey,
      ...environment,
    },
  });
  return Object.defineProperty(shop, 'bank', { value: double.control }) as BrowserShop & { bank: Double['control'] };
}
