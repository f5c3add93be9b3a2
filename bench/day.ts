import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer, createServerModuleRunner } from 'vite';
import { compiledMessages } from '../src/messages/compile.ts';
import { documentsCsv, paymentsCsv } from '../src/shop/books/accounts/export-books.server.ts';
import { monthReport } from '../src/shop/books/accounts/month-report.server.ts';
import { toEuros } from '../src/shop/money.ts';
import { tallinnDate } from '../src/shop/tallinn-date.ts';
import type { PlayedDay } from '../test/day/day.ts';
import type { Size } from '../test/day/wishes.ts';
import { onTemporaryDatabase } from './temporary-database.ts';

const full: Size = { orders: 60, branchTransfers: 12, counterSales: 10, phoneOrders: 3, swaps: 5, returns: 4 };

/**
 * Simulates a business day, generated from `--seed S`, through the shop's public interfaces, and compares stock, money, purchases, mails
 * and the books of the month with the values expected from the simulated actions. `--orders N`: number of web orders; `--out FOLDER`:
 * writes the books there. Exit code 1 on a difference.
 */
export async function day(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { seed: { type: 'string' }, orders: { type: 'string' }, out: { type: 'string' } },
  });
  const seed = Number(values.seed ?? 1);
  const size = sizeOf(Number(values.orders ?? full.orders));
  const { playDay, close } = await loadDay();
  try {
    await onTemporaryDatabase(async (url) => {
      const began = performance.now();
      await using played = await playDay(url, size, seed);
      const differences = [...(await played.differences()), ...(await booksOf(played, values.out))];
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

/**
 * Prints the books of the month. Returns the differences between the books and the day's payments and refunds, and inconsistencies within the
 * books.
 */
async function booksOf({ shop, facts }: PlayedDay, folder: string | undefined): Promise<string[]> {
  const db = shop.db.kysely;
  const month = `${tallinnDate(shop.now()).slice(0, 7)}-01`;
  const { rates, balance, receivables, owed } = await monthReport(db, { month });
  const moved = facts.money.reduce((sum, { kind, cents }) => sum + (kind === 'paid' ? cents : -cents), 0);
  const documents = await documentsCsv(db, { month });
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'documents.csv'), documents);
    await writeFile(join(folder, 'payments.csv'), await paymentsCsv(db, { month }));
  }
  console.table(
    Object.fromEntries(
      rates.map(({ vatPercent, invoices, credits, sum }) => [
        `${vatPercent} %`,
        {
          invoices: toEuros(invoices.grossCents),
          'credit notes': toEuros(credits.grossCents),
          documents: toEuros(sum.grossCents),
          VAT: toEuros(sum.vatCents),
        },
      ]),
    ),
  );
  const sides = [
    ['money of the day', moved],
    ['+ invoiced, not paid', balance.receivablesAfterCents],
    ['- paid, not invoiced', -balance.owedAfterCents],
    ['= documents', balance.documentsCents],
  ] as const;
  console.table(Object.fromEntries(sides.map(([name, cents]) => [name, { euros: toEuros(cents) }])));
  console.log(`${receivables.length} orders are invoiced and not paid, ${owed.length} paid and not invoiced`);
  const difference = moved + balance.receivablesAfterCents - balance.owedAfterCents - balance.documentsCents;
  const ofRates = rates.reduce((sum, rate) => sum + rate.sum.grossCents, 0);
  return [
    ...(difference === 0 ? [] : [`books: ${difference} cents between money and documents`]),
    ...(ofRates === balance.documentsCents
      ? []
      : ['books: the totals per VAT rate do not add up to the total of the documents']),
    ...(moved === balance.moneyCents ? [] : [`books: ${balance.moneyCents} cents moved instead of ${moved}`]),
  ];
}

/** Returns the size of a day with `orders` web orders; transfers and counter sales grow in proportion. */
function sizeOf(orders: number): Size {
  const times = orders / full.orders;
  const { branchTransfers, counterSales, phoneOrders } = full;
  const scaled = Object.entries({ branchTransfers, counterSales }).map(([name, count]) => [
    name,
    Math.round(count * times),
  ]);
  return { ...full, orders, ...Object.fromEntries(scaled), phoneOrders };
}

/** Loads test/day/day.ts with Vite, because it imports mail templates and the branch page, which Node cannot load. */
async function loadDay() {
  const server = await createServer({
    configFile: false,
    mode: 'test',
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [compiledMessages()],
    // The same alias as in vite.config.ts.
    resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    ssr: { noExternal: ['use-intl'] },
  });
  const runner = createServerModuleRunner(server.environments.ssr);
  const { playDay } = await runner.import<typeof import('../test/day/day.ts')>('/test/day/day.ts');
  return { playDay, close: server.close };
}
