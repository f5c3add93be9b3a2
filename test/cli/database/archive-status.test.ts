import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createArchive, writeCheck } from '../../../src/database/archive/archive-folder.server.ts';
import { commandRunner } from '../../support/command.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';

const system = '7300000000000000001';
const at = '2026-11-20T00:50:00Z';
const segment = '000000010000000000000001';

async function archiveWithBase(): Promise<string> {
  const archive = await temporaryFolder();
  await createArchive(archive, system);
  const base = join(archive, 'bases', '2026-11-20T00-50-00');
  await mkdir(base);
  const wal = { timeline: 1, startWal: segment, stopWal: segment, stopLsn: '0/1000028', segmentBytes: 16 * 2 ** 20 };
  await writeFile(
    join(base, 'base.json'),
    JSON.stringify({ format: 1, system, at, ...wal, postgres: '18.1', bytes: 0 }),
  );
  await writeFile(join(archive, 'wal', `${segment}.zst`), '');
  return archive;
}

test.each([
  [true, 0, 'restored, 3 orders'],
  [false, 3, 'FAILED, 3 orders'],
])(
  'archive status: when the last check has ok %j, the JSON says so and the exit code is %i',
  async (ok, code, shown) => {
    const archive = await archiveWithBase();
    await writeCheck(archive, { at: new Date(at), ok, message: '3 orders' });
    const env = { ARCHIVE_DIR: archive, DATA_DIR: await temporaryFolder() };
    const status = (...args: string[]) =>
      commandRunner({ url: '' })(['archive', 'status', ...args], undefined, { env });
    const { code: jsonCode, out } = await status('--json');
    expect([jsonCode, JSON.parse(out).ok]).toEqual([code, ok]);
    expect(await status()).toMatchObject({ code, out: expect.stringContaining(shown) });
  },
);
