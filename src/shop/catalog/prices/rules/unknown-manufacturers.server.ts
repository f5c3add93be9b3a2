import type { Kysely } from 'kysely';
import type { Tables } from '../../../../database/tables.ts';
import { manufacturersIn, type PriceRules, readPriceRules } from './price-rules.ts';

/** Returns the manufacturers that rules name, but that no list of the shop has ever named. */
export async function unknownManufacturers(db: Kysely<Tables>, rules: PriceRules): Promise<string[]> {
  const named = manufacturersIn(rules);
  if (named.length === 0) return [];
  const known = await db.selectFrom('manufacturers').select('id').where('id', 'in', named).execute();
  return named.filter((manufacturer) => !known.some(({ id }) => id === manufacturer));
}

/** Throws if a file's rules name unknown manufacturers. Accepts all until the shop's own first list is imported. */
export async function requireKnownManufacturers(
  db: Kysely<Tables>,
  { file, content }: { file: string; content: object },
): Promise<void> {
  const { demonstration } = await db.selectFrom('catalogue_state').select('demonstration').executeTakeFirstOrThrow();
  const anyManufacturer = await db.selectFrom('manufacturers').select('id').limit(1).executeTakeFirst();
  if (demonstration || !anyManufacturer) return;
  const unknown = await unknownManufacturers(db, readPriceRules(content, file));
  if (unknown.length > 0)
    throw new Error(`${file}\nnames manufacturers that no price list of the shop has named: ${unknown.join(', ')}`);
}
