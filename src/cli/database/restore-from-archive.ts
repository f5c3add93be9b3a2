import { resolve } from 'node:path';
import type pg from 'pg';
import { readConfig } from '../../app/config.ts';
import { archivedFolders } from '../../database/archive/archived-folders.ts';
import { contentsOf } from '../../database/archive/check-archive.server.ts';
import { withClient } from '../../database/connect.server.ts';
import { migrate } from '../../database/migrate.server.ts';
import { migrations } from '../../database/migrations.server.ts';
import { inClientTransaction } from '../../database/transaction.server.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import { recordRestore } from '../../shop/restored/record-restore.server.ts';
import { parseTallinnMinute, textOption } from '../arguments.ts';
import { type Call, UsageError } from '../command.ts';
import { confirm } from '../confirm.ts';
import { effectLines } from '../findings/lost-changes.ts';
import { counted, note, print } from '../output.ts';
import { rethrowRefusal } from './database.ts';

/** Returns true with --to, or with ARCHIVE_DIR and no FILE. Throws UsageError for --to with FILE. */
export function isFromArchive({ values, positionals, io }: Call): boolean {
  if (values.to !== undefined && positionals.length > 0)
    throw new UsageError('--to restores from the archive: name no file');
  return values.to !== undefined || (positionals.length === 0 && readConfig(io.env).archiveDir !== undefined);
}

export async function restoreFromArchive(call: Call): Promise<number> {
  const { io, values } = call;
  const { archiveDir, dataDir } = readConfig(io.env);
  if (archiveDir === undefined) throw new UsageError('set ARCHIVE_DIR, the folder of the archive');
  const archive = resolve(archiveDir);
  const folder = resolve(dataDir);
  const text = textOption(call, 'to');
  const to = text === undefined ? null : parseTallinnTime(text);
  if (to !== null && to > io.now()) throw new UsageError(`--to ${text} is in the future`);
  const replace = values.replace === true;
  if (replace)
    await confirm(call, `Move the database in ${folder} aside and restore ${archive} to ${text ?? 'its end'}`);
  const { restoreArchive } = await import('../../database/archive/restore-archive.server.ts');
  const copiedFolders = archivedFolders({ dataDir: folder, projectFolder: process.cwd(), skip: [] });
  const startedAt = performance.now();
  const {
    base,
    movedAsideTo: folderOfEarlierDatabase,
    result,
  } = await rethrowRefusal(
    restoreArchive(folder, {
      archive,
      targetTime: to,
      replace,
      folders: copiedFolders.map(({ name, from }) => ({ name, to: from })),
      onPhase: (phase) => note(io, phase === 'copying' ? 'Copying the base backup …' : 'Recovering …'),
      afterRecovery: async (url, { at: baseBackupAt }) => {
        const contents = await contentsOf(url);
        // The archive may come from an older version of the shop.
        await migrate(url, migrations, (line) => note(io, line));
        const restoredTo = contents.lastTransactionAt ?? baseBackupAt;
        const restore = { at: io.now(), until: restoredTo, source: 'archive' as const };
        const record = (client: pg.ClientBase) => inClientTransaction(client, () => recordRestore(client, restore));
        const effects = await withClient(url, 'rehvipood restore', record);
        return { ...contents, restoredTo, ...effects };
      },
    }),
  );
  const { restoredTo, orders, lastOrder, lastDocument, unclearPurchases, skipped: skippedNumbers } = result;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  print(
    call,
    {
      ok: true,
      archive,
      base: base.name,
      at: restoredTo,
      orders,
      lastOrder,
      lastDocument,
      aside: folderOfEarlierDatabase,
      unclearPurchases,
      skipped: skippedNumbers,
    },
    [
      `The shop is as it was on ${tallinnSeconds(restoredTo)}, restored in ${seconds} s: ${counted(orders, 'order')}.`,
      lastOrder
        ? `The last order: ${lastOrder.number} of ${tallinnSeconds(lastOrder.placedAt)}.`
        : 'There is no order.',
      ...(lastDocument === null ? [] : [`The last document: ${lastDocument}.`]),
      ...(folderOfEarlierDatabase === null
        ? []
        : [
            `The earlier database was moved to ${folderOfEarlierDatabase}: it holds personal data, so delete it once the shop has run well.`,
          ]),
      ...effectLines(result),
      'The database lacks payments, cancellations and hand-overs since then: see “After a restore” in docs/operating.md.',
    ],
  );
  return 0;
}

/** Parses a time in Tallinn, `2026-11-23 14:05[:30]`. Throws UsageError, which names the option `name`. */
export function parseTallinnTime(text: string, name = 'to'): Date {
  const withSeconds = /^(.+:\d\d):([0-5]\d)$/.exec(text);
  const [, minute = text, seconds = '00'] = withSeconds ?? [];
  const at = parseTallinnMinute(minute);
  if (!at) throw new UsageError(`--${name} must be a time in Tallinn, such as "2026-11-23 14:05"`);
  return new Date(at.getTime() + Number(seconds) * 1000);
}

function tallinnSeconds(at: Date): string {
  const seconds = at.toISOString().slice(17, 19);
  return `${tallinnTime(at)}:${seconds}`;
}
