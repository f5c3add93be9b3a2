import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

const secretCache = new WeakMap<Kysely<Tables>, Map<string, Promise<Buffer>>>();

/** Returns a random key of the shop, stored in the database; each process reads it once. */
export function secret(db: Kysely<Tables>, name: 'branch-links' | 'order-links'): Promise<Buffer> {
  const secrets = secretCache.get(db) ?? new Map<string, Promise<Buffer>>();
  secretCache.set(db, secrets);
  const value = secrets.get(name) ?? readSecret(db, name);
  secrets.set(name, value);
  value.catch(() => secrets.delete(name));
  return value;
}

async function readSecret(db: Kysely<Tables>, name: string): Promise<Buffer> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
