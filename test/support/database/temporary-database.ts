import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject, onTestFinished, type TestContext } from 'vitest';
import { readAccess, writeAccess } from '../../../src/database/embedded/access.server.ts';
import { dataFolder } from '../../../src/database/embedded/data-directory.server.ts';
import { startEmbedded } from '../../../src/database/embedded/embedded.server.ts';
import { withFileLock } from '../../../src/database/embedded/file-lock.server.ts';
import { type Template, type TestDatabase, testDatabase } from './database.ts';

const remove = (folder: string) => rm(folder, { recursive: true, force: true });

/** A new folder with mode 0700, removed after the test. Concurrent tests pass their own `whenFinished`. */
export async function temporaryFolder(whenFinished: TestContext['onTestFinished'] = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-'));
  whenFinished(() => remove(folder));
  return folder;
}

/** A new folder with the data of an embedded PostgreSQL that was started and stopped once; removed after the test. Concurrent tests pass their own `whenFinished`. */
export async function initialisedFolder(whenFinished: TestContext['onTestFinished'] = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(inject('databaseFolder'), 'copy-'));
  whenFinished(() => remove(folder));
  await copyInitialised(folder);
  return folder;
}

/** Puts the data of an embedded PostgreSQL that was started and stopped once into a folder. */
export const copyInitialised = (folder: string): Promise<void> =>
  copyOnceMade('initialised', folder, async (made) => {
    const server = await startEmbedded({ folder: made, log: () => {} });
    await server.stop();
  });

/** Copies the data of an embedded PostgreSQL that `make` makes once in a test run, because initdb costs ten times as much as a copy. */
export async function copyOnceMade(name: string, folder: string, make: (folder: string) => Promise<void>) {
  const run = inject('databaseFolder');
  const made = join(run, name);
  await withFileLock(
    run,
    async () => {
      if (await stat(made).catch(() => null)) return;
      const unfinished = `${made}.new`;
      await remove(unfinished);
      await mkdir(unfinished, { mode: 0o700 });
      await make(unfinished);
      await rename(unfinished, made);
    },
    `${name}.lock`,
  );
  // Data in another folder cannot be copied: then the data are made here.
  const isInside = (await dataFolder(made)) === join(made, 'postgres');
  if (!isInside) return make(folder);
  await cp(made, folder, { recursive: true });
  const access = await readAccess(folder);
  // Any free port, because copies of other tests run at the same time.
  if (access) await writeAccess(folder, { ...access, port: 0 });
}

const empty: Template = { name: 'template1', fill: async () => {} };

/** Returns a function that creates an empty database on the PostgreSQL of this test run, until the test file ends, and returns its URL. */
export function temporaryDatabases(): () => Promise<string> {
  const databases: TestDatabase[] = [];
  afterAll(async () => {
    for (const { drop } of databases) await drop();
  });
  return async () => {
    const database = await testDatabase(empty);
    databases.push(database);
    return database.url;
  };
}
