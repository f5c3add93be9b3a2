import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/database/temporary-database.ts';

/** Imports the module as on Windows, where the processes of PostgreSQL cannot be listed. */
async function windowsModule() {
  const { platform } = process;
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: platform });
    vi.resetModules();
  });
  Object.defineProperty(process, 'platform', { value: 'win32' });
  vi.resetModules();
  return import('./postmaster.server.ts');
}

test('on Windows, ignores a postmaster.pid whose process has ended', async () => {
  const { findPostmaster } = await windowsModule();
  const data = await temporaryFolder();
  const writePid = (pid: number) => writeFile(join(data, 'postmaster.pid'), `${pid}\n${data}\n1795500000\n5433\n`);
  await writePid(process.pid);
  expect(await findPostmaster(data, 'rehvipood-1')).toEqual({ pid: process.pid, port: 5433 });
  const aboveEveryPid = 2 ** 30;
  await writePid(aboveEveryPid);
  expect(await findPostmaster(data, 'rehvipood-1')).toBe(null);
});
