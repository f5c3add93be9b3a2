import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Shop, StartOptions } from './app/start-shop.ts';

// V8 reads compiled code from beside the build at the next start. Every module but this one is loaded after this line.
if (import.meta.env.PROD) enableCompileCache(join(import.meta.dirname, '../.compiled'));

// OpenTelemetry instruments modules while they load, so it must be imported first.
const tracing = process.env.OTEL_EXPORTER_OTLP_ENDPOINT ? (await import('./app/tracing.ts')).startTracing() : undefined;

export async function startShop(
  ...[config, options]: Parameters<typeof import('./app/start-shop.ts').startShop>
): Promise<Shop> {
  const shop = await import('./app/start-shop.ts');
  return shop.startShop(config, { tracing, ...options });
}

export async function runShop(options?: StartOptions): Promise<void> {
  const shop = await import('./app/run-shop.ts');
  return shop.runShop({ tracing, ...options });
}

if (import.meta.main) await runShop();
