import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
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
  await using db = openDatabase(url);
  const report = await importPriceList(db, priceList(tires), { now: new Date(), branches: [...branches] });
  if (report.added !== tires) throw new Error(`${report.added} of ${tires} tires were added`);
}

/** Divides each model into seven, which makes some 3,000, and adds a photograph of each, without its files. Returns their number. */
export async function fillWithPhotographs(url: string): Promise<number> {
  await using db = openDatabase(url);
  await sql`update tires set model = model || ' ' || abs(hashtext(id)) % 7`.execute(db.kysely);
  const { numAffectedRows = 0n } =
    await sql`insert into tire_photos (photo, manufacturer_id, model, season, studs, runflat, source, supplier, licence, credit,
      in_feed, in_preview, added_at, added_by)
    select left(md5(concat_ws('|', manufacturer_id, model, season, studs, runflat)), 16), manufacturer_id, model, season, studs, runflat,
      'manufacturer', null, 'mail of 2026-11-02', manufacturer_id, false, false, now(), 'bench'
    from tires group by manufacturer_id, model, season, studs, runflat`.execute(db.kysely);
  return Number(numAffectedRows);
}
