import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase } from '../src/database/connect.server.ts';
import { importPriceList } from '../src/shop/catalog/import/import-price-list.server.ts';

export const branches = ['ringtee', 'annelinn'] as const;

/** Generates a price list (bench/price-list/generate.ts) as a stream of CSV. */
export function priceList(tires: number) {
  const script = join(import.meta.dirname, 'price-list/generate.ts');
  return spawn(process.execPath, [script, `--tires=${tires}`], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout;
}

/** Fills the catalogue of an empty database. */
export async function fillWithTires(url: string, tires: number): Promise<void> {
  const db = openDatabase(url);
  try {
    const report = await importPriceList(db, priceList(tires), { now: new Date(), branches: [...branches] });
    if (report.added !== tires) throw new Error(`${report.added} of ${tires} tires were added`);
  } finally {
    await db.close();
  }
}
