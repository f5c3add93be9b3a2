import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Database } from '../../../database/connect.server.ts';
import { importPriceList } from './import-price-list.server.ts';

/** Imports the demonstration list into a catalogue that never had a tire; returns the number of tires, or null. */
export async function fillWithDemonstration(
  db: Database,
  file: string,
  branches: string[],
  now: Date,
): Promise<number | null> {
  const first = await db.kysely.selectFrom('tires').select('id').limit(1).executeTakeFirst();
  if (first) return null;
  const report = await importPriceList(db, createReadStream(file), {
    now,
    branches,
    demonstration: true,
    file: basename(file),
  });
  return report.added - report.joined;
}
