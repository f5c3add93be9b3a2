import { dirname, resolve } from 'node:path';
import type pg from 'pg';
import { readConfig } from '../../app/config.ts';
import { backupsIn } from '../../database/backup/backup-files.server.ts';
import type { Manifest } from '../../database/backup/manifest.ts';
import type { RestoreProgress } from '../../database/backup/restore-backup.server.ts';
import { migrations } from '../../database/migrations.server.ts';
import { lockShop } from '../../database/open-shop-database.server.ts';
import { deleteServerRecord } from '../../database/server/external-server.server.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import { type RestoreEffects, recordRestore } from '../../shop/restored/record-restore.server.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { confirm } from '../confirm.ts';
import { effectLines } from '../findings/lost-changes.ts';
import { counted, note, print } from '../output.ts';
import { progressLine } from '../progress.ts';
import { fileArgument, rowsByTable } from './backup.ts';
import { copyFiles } from './copy-files.ts';
import { rethrowRefusal, withDatabaseUrl } from './database.ts';
import { isFromArchive, restoreFromArchive } from './restore-from-archive.ts';

export const restoreCommand: Command = {
  summary: 'Restores a backup into an empty database, or the embedded one from its archive.',
  usage: '[FILE [--move] | --to TIME] [--replace [--yes]] [--json]',
  help: `Restores a backup into an empty database: that of DATABASE_URL, or the embedded one, which is created if missing.
Without FILE, restores from the archive if ARCHIVE_DIR is set, otherwise the newest backup in BACKUP_DIR. The whole file is read and
verified before anything is changed; then everything is restored, or nothing. A backup of an older version of the shop is migrated.
Photographs of tires and files of EPREL come from the folders photos and eprel beside the file.

The restored database lacks what happened after the backup. Draft purchases may have been sent since: each becomes unclear. Document
numbers that may have been used are skipped. The shop sends no purchase automatically until you run \`findings confirm\`;
\`findings after-restore\` lists what to check before. A database that a running shop uses is refused.

From a file: a database that holds orders, fitting times, other requests of buyers, purchases, cash or bank
entries is refused, also with --replace.
From the archive: restores the embedded database to the last transaction in the archive, or to the time of --to. If DATA_DIR already
holds a database, --replace is necessary; that database is then kept under another name.

  --to TIME  restores to this time in Tallinn, "2026-11-23 14:05" or "2026-11-23 14:05:30"
  --move     for a backup that was made after the shop was stopped: skips no document numbers, and leaves purchases as they were
  --replace  from a file, overwrites a database that holds a catalogue but nothing of buyers, such as the demonstration; from the archive,
             moves the database in DATA_DIR aside, whatever it holds. Asks first
  --yes      does not ask; required without a terminal
  --json     prints the result as JSON

  npm run shop -- restore
  npm run shop -- restore --to "2026-11-23 14:05"
  npm run shop -- restore /media/usb/rehvipood-2026-11-22T00-30-00Z-nightly.zip
  DATABASE_URL=postgres://… npm run shop -- restore FILE   from the embedded database to your own

Exit codes: 0 restored; 1 refused or failed, 130 stopped (nothing has changed); 2 wrong arguments; 3 restored, but photographs or
files of EPREL could not be copied.`,
  async run(call) {
    const { io, values } = call;
    const isMove = values.move === true;
    if (isFromArchive(call)) {
      if (isMove)
        throw new UsageError('--move is for a backup that was made after the shop was stopped: name its FILE');
      return restoreFromArchive(call);
    }
    const config = readConfig(io.env);
    const file = fileArgument(call) ?? (await newestBackup(call));
    const replace = values.replace === true;
    if (replace) await confirm(call, `Replace everything in the schema public of this database with ${file}`);
    const display = io.isTTY ? progressLine(io.stderr) : null;
    const { restoreBackup } = await import('../../database/backup/restore-backup.server.ts');
    const onProgress = (progress: RestoreProgress) => display?.show(progressText(progress), { immediate: true });
    const log = (text: string) => note(io, text);
    let effects: RestoreEffects = { unclearPurchases: [], skipped: [] };
    const afterLoading = async (client: pg.ClientBase, { at }: Manifest) => {
      if (isMove) return;
      effects = await recordRestore(client, { at: io.now(), until: new Date(at), source: 'backup' });
    };
    // The record in DATA_DIR of the server of earlier runs is ignored, and deleted below: the restore may move the shop to another one.
    const serverRecord = 'ignore';
    const options = { migrations, replace, log, afterLoading, signal: io.signal, onProgress };
    const restore = (url: string, isEmbedded: boolean) =>
      whileShopIsStopped(url, isEmbedded, () => restoreBackup(url, file, options));
    const restoring = withDatabaseUrl(io, restore, config, serverRecord);
    const restored = await rethrowRefusal(restoring).finally(() => display?.clear());
    const { manifest, migrated, skippedTables: leftOut } = restored;
    const { photos, failure } = await copyFiles(dirname(file), resolve(config.dataDir));
    await deleteServerRecord(resolve(config.dataDir));
    const { at } = manifest;
    const rows = rowsByTable(manifest);
    const orders = counted(rows['public.orders'] ?? 0, 'order');
    const tires = counted(rows['public.tires'] ?? 0, 'tire');
    const { unclearPurchases, skipped } = effects;
    print(
      call,
      { ok: true, file, at, migrated, leftOut, rows, photos, copyFailure: failure, unclearPurchases, skipped },
      [
        `The shop is as it was on ${tallinnTime(new Date(at))}: ${orders}, ${tires}.`,
        ...leftOut.map((name) => `Left out: table ${name}, which is not the shop’s.`),
        ...photos.damaged.map(
          (id) => `Left out: photograph ${id}, whose files are damaged. Pages show a drawing instead.`,
        ),
        ...(isMove
          ? []
          : [
              ...effectLines(effects),
              'It lacks payments, cancellations and hand-overs from after the backup: see “After a restore” in docs/operating.md.',
            ]),
      ],
    );
    if (failure === null) return 0;
    note(io, failure);
    return 3;
  },
};

async function newestBackup({ io }: Call): Promise<string> {
  const folder = resolve(readConfig(io.env).backupDir);
  const [newest] = await backupsIn(folder);
  if (!newest) throw new NotDone('no-backup', `there is no backup in ${folder}: name a file, or set BACKUP_DIR`);
  note(io, `The newest backup: ${newest.file}`);
  return newest.file;
}

/** Locks the embedded database; throws NotDone if a shop runs on it. With DATABASE_URL, `restoreBackup` checks. */
async function whileShopIsStopped<T>(url: string, isEmbedded: boolean, work: () => Promise<T>): Promise<T> {
  const lock = isEmbedded ? await lockShop(url) : null;
  if (isEmbedded && !lock) throw new NotDone('in-use', 'the shop runs from this folder: stop it first');
  try {
    return await work();
  } finally {
    await lock?.close();
  }
}

function progressText({ phase, name }: RestoreProgress): string {
  return `${phase === 'checking' ? 'Checking' : 'Loading'} ${name} …`;
}
