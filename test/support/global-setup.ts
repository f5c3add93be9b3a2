import { chmod, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { clusterOf, dataFolder } from '../../src/database/embedded/data-directory.server.ts';
import { stopPostgres } from '../../src/database/embedded/postmaster.server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data folder of this run's PostgreSQL, which the first test that needs it starts. */
    databaseFolder: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await parentFolder(), 'rehvipood-test-'));
  project.provide('databaseFolder', folder);
  // The temporary folders of the tests, because clusters and archives in them sync a thousand files each.
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  // Other accounts, such as that of PgBouncer, may enter the folders that a test opens for them.
  await chmod(folder, 0o711);
  // Programs in TypeScript that tests start again and again are compiled once: they start in half of the time.
  const { TMPDIR, NODE_COMPILE_CACHE } = process.env;
  Object.assign(process.env, { TMPDIR: temporary, NODE_COMPILE_CACHE: join(folder, 'compiled') });
  return async () => {
    for (const [name, value] of Object.entries({ TMPDIR, NODE_COMPILE_CACHE })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    const isUsed = (await readdir(folder)).includes('postgres');
    // Ends it also while a worker that is ending still has a session.
    if (isUsed) await stopPostgres(await dataFolder(folder), await clusterOf(folder), 60_000);
    // Workers that are ending may still write there.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** A folder in memory, if the system has one with room for the files of a whole run: tests with many databases take a sixth less time there, and those that sync many files a third. */
async function parentFolder(): Promise<string> {
  const memory = '/dev/shm';
  const neededBytes = 4 * 2 ** 30;
  // Systems other than Linux do not have the folder; in a container it often has 64 MB.
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= neededBytes ? memory : tmpdir();
}
