import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Migration } from '../../../src/database/migrate.server.ts';

const folder = join(import.meta.dirname, '../../../src/database/migrations');

/** All migrations, read from their folders: src/database/migrations.server.ts works only in a bundle. */
export async function migrationFiles(): Promise<Migration[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => ({ name: basename(file, '.sql'), sql: await readFile(join(folder, file), 'utf8') })),
  );
}
