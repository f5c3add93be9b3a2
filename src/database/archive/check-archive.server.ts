import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '../connect.server.ts';
import { dataFolder } from '../embedded/data-directory.server.ts';
import { withFileLock } from '../embedded/file-lock.server.ts';
import { type ArchiveCheck, systemIdentifierOf, writeCheck } from './archive-folder.server.ts';
import { copiedFolderNames } from './archived-folders.ts';
import { restoreArchive } from './restore-archive.server.ts';

export type RestoredContents = {
  /** The time of the last recovered transaction; null if none was recovered after the base backup. */
  lastTransactionAt: Date | null;
  orders: number;
  lastOrder: { number: string; placedAt: Date } | null;
  lastDocument: string | null;
};

export async function contentsOf(url: string): Promise<RestoredContents> {
  return withClient(url, 'rehvipood restore', async (client) => {
    const counted = await client.query<{ lastTransactionAt: Date | null; orders: number }>(
      'select pg_last_xact_replay_timestamp() as "lastTransactionAt", (select count(*)::int from orders) as orders',
    );
    const lastOrder = await client.query<{ number: string; placedAt: Date }>(
      'select number, placed_at as "placedAt" from orders order by placed_at desc, id desc limit 1',
    );
    const lastDocument = await client.query<{ number: string }>(
      'select number from money_documents order by id desc limit 1',
    );
    return {
      lastTransactionAt: counted.rows[0]?.lastTransactionAt ?? null,
      orders: counted.rows[0]?.orders ?? 0,
      lastOrder: lastOrder.rows[0] ?? null,
      lastDocument: lastDocument.rows[0]?.number ?? null,
    };
  });
}

/** Restores into a scratch folder, reads all rows, and stores the result. Throws RefusedArchive without an archive. */
export async function checkArchive(
  dataDir: string,
  { archive, now }: { archive: string; now: () => Date },
): Promise<ArchiveCheck> {
  // Throws if the folder is no archive, such as an empty mount point, where the result must not be stored.
  await systemIdentifierOf(archive);
  await mkdir(dataDir, { recursive: true });
  const check = await withFileLock(dataDir, () => checkIn(join(dataDir, 'archive-check'), archive, now), lockName);
  await writeCheck(archive, check);
  return check;
}

const lockName = 'archive-check.lock';

async function checkIn(scratch: string, archive: string, now: () => Date): Promise<ArchiveCheck> {
  const removeScratch = async () => {
    // The data directory of the scratch database may be outside of the scratch folder, which then contains a link.
    const data = await dataFolder(scratch).catch(() => null);
    if (data !== null) await rm(data, { recursive: true, force: true });
    await rm(scratch, { recursive: true, force: true });
  };
  await removeScratch();
  try {
    const afterRecovery = async (url: string) => {
      await readEveryRow(url);
      return contentsOf(url);
    };
    const { base, result } = await restoreArchive(scratch, {
      archive,
      targetTime: null,
      replace: false,
      folders: copiedFolderNames.map((name) => ({ name, to: join(scratch, 'files', name) })),
      afterRecovery,
    });
    const recoveredTo = result.lastTransactionAt ?? base.at;
    const message = `base backup ${base.name}, ${result.orders} orders, recovered to ${recoveredTo.toISOString()}`;
    return { at: now(), ok: true, message };
  } catch (error) {
    return { at: now(), ok: false, message: error instanceof Error ? error.message : String(error) };
  } finally {
    await removeScratch();
  }
}

/** Throws if a page or row is damaged. pg_dump would also find it, but is not among the embedded binaries. */
async function readEveryRow(url: string): Promise<void> {
  await withClient(url, 'rehvipood archive', async (client) => {
    const { rows } = await client.query<{ table: string }>(
      `select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname in ('public', 'pgboss')`,
    );
    for (const { table } of rows) await client.query(`select count(t.*::text) from ${table} t`);
  });
}
