import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { missingSegmentsAfter, readArchive } from '../../../src/database/archive/archive-folder.server.ts';
import { archiveNow, waitForBase, waitUntil } from '../archive/archived-shop.ts';
import { openHarness } from '../harness.ts';
import type { Scenario } from '../scenario.ts';
import { embeddedDatabase, folderFor } from '../shop-database.ts';
import { fill, smallDisk } from '../small-disk.ts';

const fault = 'the disk of the archive full, until the owner is alerted';
const maxAlertSeconds = 600;

/** Fills the archive's disk while orders are placed, waits for the alert, and frees the space. */
export const archiveFull: Scenario = {
  name: 'archive-full',
  async play(cleanup, { seed }) {
    const disk = await smallDisk(cleanup, 256);
    if (disk === null) return [{ fault, skipped: 'this account may not mount a small file system' }];
    const archive = join(disk, 'archive');
    await mkdir(archive);
    const folder = await folderFor(cleanup);
    const database = await embeddedDatabase(cleanup, folder);
    const environment = { ARCHIVE_DIR: archive };
    const harness = await openHarness(cleanup, { database, seed, paceMs: 2_000, environment });
    await waitForBase(archive);
    const before = await namesOf(archive);
    const filler = join(disk, 'filler');
    await harness.inject(async () => {
      const startedAt = performance.now();
      const refilling = new AbortController();
      const filled = fill(filler, refilling.signal);
      const seconds = () => (performance.now() - startedAt) / 1000;
      await waitUntil(() => isOwnerAlerted(folder), 'the owner was not alerted', maxAlertSeconds).catch(
        (error: Error) => harness.wrong.push(error.message),
      );
      harness.notes.push(`the owner was alerted after ${seconds().toFixed(0)} s`);
      refilling.abort();
      await filled;
      await rm(filler);
    });
    await setTimeout(1_000);
    await archiveNow(await database.url(), archive);
    const contents = await readArchive(archive);
    const [newest] = contents.bases;
    if (!newest) harness.wrong.push('the archive has no base backup any more');
    else for (const name of missingSegmentsAfter(contents, newest)) harness.wrong.push(`the archive lacks ${name}`);
    const after = new Set(await namesOf(archive));
    for (const name of before) if (!after.has(name)) harness.wrong.push(`${name} was removed from the archive`);
    return [{ fault, ...(await harness.finish()) }];
  },
};

async function namesOf(archive: string): Promise<string[]> {
  const names = await Promise.all(['wal', 'bases'].map((folder) => readdir(join(archive, folder))));
  return names.flat().filter((name) => !name.startsWith('.'));
}

/** Without a mail server, mail is written into files, whose names say what they are about. */
async function isOwnerAlerted(folder: string): Promise<boolean> {
  const mail = join(folder, 'mail');
  return existsSync(mail) && (await readdir(mail)).some((name) => name.startsWith('alert-archive-'));
}
