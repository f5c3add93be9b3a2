import { parseArgs } from 'node:util';
import { createServer, createServerModuleRunner } from 'vite';
import { compiledMessages } from '../src/messages/compile.ts';
import type { Size } from '../test/day/wishes.ts';
import { onTemporaryDatabase } from './temporary-database.ts';

const full: Size = { orders: 60, transfers: 12, counterSales: 10, phoneOrders: 3, swaps: 5, returns: 4 };

/**
 * Plays a full day of `--seed S` through the doors of the shop, and compares stock, money, purchases and mails with what was
 * done. Exit code 1 on a difference.
 */
export async function day(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { seed: { type: 'string' } } });
  const seed = Number(values.seed ?? 1);
  const { playDay, close } = await loadDay();
  try {
    await onTemporaryDatabase(async (url) => {
      const began = performance.now();
      await using played = await playDay(url, full, seed);
      const differences = await played.differences();
      const seconds = (performance.now() - began) / 1000;
      console.table(Object.fromEntries(played.acts));
      for (const line of differences) console.log(line);
      const acts = [...played.acts.values()].reduce((sum, times) => sum + times, 0);
      console.log(`${acts} acts in ${seconds.toFixed(0)} s, ${differences.length} differences; seed ${seed}`);
      if (differences.length > 0) process.exitCode = 1;
    });
  } finally {
    await close();
  }
}

/** The day loads mails and the branch page, which only Vite can. */
async function loadDay() {
  const server = await createServer({
    configFile: false,
    mode: 'test',
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [compiledMessages()],
    // As in vite.config.ts.
    resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    ssr: { noExternal: ['use-intl'] },
  });
  const runner = createServerModuleRunner(server.environments.ssr);
  const { playDay } = await runner.import<typeof import('../test/day/day.ts')>('/test/day/day.ts');
  return { playDay, close: server.close };
}
