import { dirname, join, resolve } from 'node:path';
import { readConfig } from '../../app/config.ts';
import { backupName } from '../../database/backup/backup-files.server.ts';
import type { Manifest } from '../../database/backup/manifest.ts';
import type { BackupProgress } from '../../database/backup/write-backup.server.ts';
import { eprelFolder } from '../../shop/catalog/eprel/eprel-files.server.ts';
import { photoBackupFolder } from '../../shop/catalog/photos/photo-files.server.ts';
import { operatorPath } from '../arguments.ts';
import { type Call, type Command, UsageError } from '../command.ts';
import { counted, note, print } from '../output.ts';
import { progressLine } from '../progress.ts';
import { copyFiles } from './copy-files.ts';
import { rethrowRefusal, withDatabaseUrl } from './database.ts';

export const backupCommand: Command = {
  summary: 'Writes the whole database into one file, also while the shop runs.',
  usage: '[FILE] [--json]',
  help: `Writes all tables of the shop, including its secrets and jobs, as of one moment into one zip file: one file per table
in PostgreSQL's COPY format, jobs.jsonl, and manifest.json. The shop may be running. Without FILE, writes a new file in BACKUP_DIR. A
backup holds personal data of buyers: only you can read the file; keep its copies private, too. Photographs of tires and files of
EPREL are copied into the folders photos and eprel beside the file, unless these already have them.

Not included: the settings of the environment, shop.config.ts and suppliers.config.ts, mails written as files.

  --json  prints the result as JSON

  npm run shop -- backup
  npm run shop -- backup /media/usb/before-upgrade.zip

Exit codes: 0 written, 1 failed (no file is left), 2 wrong arguments, 3 written, but photographs or files of EPREL could not be
copied, 130 stopped. See \`restore\`.`,
  async run(call) {
    const { io } = call;
    const now = io.now();
    const file =
      fileArgument(call) ?? join(resolve(readConfig(io.env).backupDir), backupName(now, { isNightly: false }));
    const display = io.isTTY ? progressLine(io.stderr) : null;
    const { writeBackup } = await import('../../database/backup/write-backup.server.ts');
    const onProgress = (progress: BackupProgress) => {
      const isNewTable = progress.rows === 0;
      display?.show(progressText(progress), { immediate: isNewTable });
    };
    const written = await rethrowRefusal(
      withDatabaseUrl(io, (url) => writeBackup(url, file, { now, signal: io.signal, onProgress })),
    ).finally(() => display?.clear());
    const backupFolder = dirname(file);
    const { photos, eprelFiles, failure } = await copyFiles(resolve(readConfig(io.env).dataDir), backupFolder);
    const { copied, damaged } = photos;
    const { tables, jobs, migrations } = written.manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const size = (written.bytes / 1e6).toFixed(1);
    print(
      call,
      {
        ok: true,
        file,
        bytes: written.bytes,
        at: now,
        migrations: migrations.length,
        rows: rowsByTable(written.manifest),
        photos: copied,
        damagedPhotos: damaged,
        eprelFiles,
        copyFailure: failure,
      },
      [
        `${file}: ${counted(rows, 'row')} of ${tables.length} tables, ${counted(jobs.rows, 'job')}, ${size} MB.`,
        ...(copied > 0
          ? [`Copied ${counted(copied, 'photograph')} of tires to ${photoBackupFolder(backupFolder)}.`]
          : []),
        ...damaged.map((id) => `Not copied: photograph ${id}, whose files are damaged.`),
        ...(eprelFiles > 0 ? [`Copied ${counted(eprelFiles, 'file')} of EPREL to ${eprelFolder(backupFolder)}.`] : []),
      ],
    );
    if (failure === null) return 0;
    note(io, failure);
    return 3;
  },
};

export function fileArgument({ positionals, io }: Call): string | null {
  const [file, ...more] = positionals;
  if (more.length > 0) throw new UsageError('name one file');
  return file === undefined ? null : operatorPath(io, file);
}

export function rowsByTable({ tables, jobs }: Manifest): Record<string, number> {
  const rows = tables.map(({ schema, name, rows }) => [`${schema}.${name}`, rows] as const);
  return Object.fromEntries(jobs ? [...rows, ['jobs', jobs.rows]] : rows);
}

function progressText({ table, tableNumber, tableCount, rows }: BackupProgress): string {
  return `Table ${tableNumber} of ${tableCount}, ${table}: ${counted(rows, 'row')}`;
}
