import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Migration } from '../../src/database/migrate.server.ts';

const folder = join(import.meta.dirname, '../../src/database/migrations');

/** Every landed migration. src/database/migrations.server.ts takes them from the bundle, and a bench runs from its source. */
export async function migrationFiles(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  return Promise.all(
    files.map(async (file) => ({ name: file.slice(0, -4), sql: await readFile(join(folder, file), 'utf8') })),
  );
}
