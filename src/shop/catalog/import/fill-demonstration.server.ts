import { createReadStream } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { importPriceList } from './import-price-list.server.ts';

/** Fills a catalogue that has never held a tire with the demonstration price list; returns how many, or null. */
export async function fillWithDemonstration(
  db: Kysely<Tables>,
  file: string,
  branches: string[],
  now: Date,
): Promise<number | null> {
  const first = await db.selectFrom('tires').select('id').limit(1).executeTakeFirst();
  if (first) return null;
  const report = await importPriceList(db, createReadStream(file), { now, branches, demonstration: true });
  return report.added;
}
