import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Shop, StartOptions } from './start-shop.ts';

// What V8 has compiled stays beside the build, for the next start. Every module but this one is loaded after this line.
if (import.meta.env.PROD) enableCompileCache(join(import.meta.dirname, '../.compiled'));

/** As in start-shop.ts: tests start the built shop in their process. */
export async function startShop(...options: Parameters<typeof import('./start-shop.ts').startShop>): Promise<Shop> {
  const shop = await import('./start-shop.ts');
  return shop.startShop(...options);
}

/** As in run-shop.ts. */
export async function runShop(options?: StartOptions): Promise<void> {
  const shop = await import('./run-shop.ts');
  return shop.runShop(options);
}

if (import.meta.main) await runShop();
