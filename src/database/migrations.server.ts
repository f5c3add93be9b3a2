import type { Migration } from './migrate.server.ts';

const files = import.meta.glob<string>('./migrations/*/*.sql', { query: '?raw', import: 'default', eager: true });

/** All migrations. Each folder has twenty; the name of a migration is that of its file. */
export const migrations: Migration[] = Object.entries(files).map(([path, sql]) => ({
  name: path.replace(/^.*\/|\.sql$/g, ''),
  sql,
}));
