import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

const known = new WeakMap<Kysely<Tables>, Map<string, Promise<Buffer>>>();

/** Returns a random key of the shop; reads it once a process. */
export function secret(db: Kysely<Tables>, name: 'branch-links' | 'order-links'): Promise<Buffer> {
  const names = known.get(db) ?? new Map<string, Promise<Buffer>>();
  known.set(db, names);
  const read = names.get(name) ?? readSecret(db, name);
  names.set(name, read);
  // A failed read is not cached.
  read.catch(() => names.delete(name));
  return read;
}

async function readSecret(db: Kysely<Tables>, name: string): Promise<Buffer> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
