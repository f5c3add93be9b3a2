import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Shop, StartOptions } from './app/start-options.ts';

// V8's compiled code for the next start: only of modules loaded after this line, so the shop is imported lazily.
if (import.meta.env.PROD) enableCompileCache(join(import.meta.dirname, '../.compiled'));

// OpenTelemetry instruments modules while they load, so it must be imported first.
const tracing = process.env.OTEL_EXPORTER_OTLP_ENDPOINT ? (await import('./app/tracing.ts')).startTracing() : undefined;

export async function startShop(
  ...[config, options]: Parameters<typeof import('./app/start-shop.ts').startShop>
): Promise<Shop> {
  const module = await import('./app/start-shop.ts');
  return module.startShop(config, { tracing, ...options });
}

export async function runShop(options?: StartOptions): Promise<void> {
  const module = await import('./app/run-shop.ts');
  return module.runShop({ tracing, ...options });
}

if (import.meta.main) await runShop();
