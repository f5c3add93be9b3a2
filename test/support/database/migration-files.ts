import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Migration } from '../../../src/database/migrate.server.ts';

const folder = join(import.meta.dirname, '../../../src/database/migrations');

/** All migrations, read from their folder: src/database/migrations.server.ts works only in a bundle. */
export async function migrationFiles(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  return Promise.all(
    files.map(async (file) => ({ name: file.slice(0, -4), sql: await readFile(join(folder, file), 'utf8') })),
  );
}
