import { createReadStream, openSync, type ReadStream, statSync } from 'node:fs';
import type { Database } from '../database/connect.server.ts';
import type { RowsReport } from '../shop/catalog/import/file/named-rows.server.ts';
import { onlyArgument, operatorPath } from './arguments.ts';
import type { Call } from './command.ts';
import { withDatabase } from './database/database.ts';
import { counted, noteWaiting, print } from './output.ts';
import { actorOf } from './with-shop-context.ts';

type ImportOptions = { dryRun: boolean; actor: string; now: Date; onWait: () => void };

/** Imports a file and prints the report. Returns exit code 0, 1 for a refused list, 3 if bad rows were left out. */
export async function runCsvImport<Report extends RowsReport>(
  call: Call,
  importList: (database: Database, list: ReadStream, options: ImportOptions) => Promise<Report>,
  outcomeLines: (report: Report) => string[],
  toJson: (report: Report) => object = (report) => report,
): Promise<number> {
  const { io, values } = call;
  const list = openFile(call);
  const dryRun = values['dry-run'] === true;
  const options = { dryRun, actor: actorOf(io), now: io.now(), onWait: () => noteWaiting(io) };
  const report = await withDatabase(io, (database) => importList(database, list, options));
  const { refusal, bad } = report;
  const resultLines = [...outcomeLines(report), ...(dryRun ? ['Dry run: nothing has changed.'] : [])];
  print(call, { ...toJson(report), dryRun }, [
    ...badRowLines(report),
    ...(refusal === null ? resultLines : [`Refused: ${refusal}. Nothing has changed.`]),
  ]);
  if (refusal !== null) return 1;
  return bad > 0 ? 3 : 0;
}

function openFile(call: Call): ReadStream {
  const file = onlyArgument(call, 'file');
  const path = operatorPath(call.io, file);
  if (statSync(path).isDirectory()) throw new Error(`${file} is a folder`);
  // Throws here if the file cannot be opened. The error of a stream that opens it later would end the process.
  return createReadStream(path, { fd: openSync(path, 'r') });
}

function badRowLines({ bad: badCount, badRows }: RowsReport): string[] {
  return [
    ...badRows.map(({ line, column, problem }) => `line ${line}: ${column} ${problem}`),
    ...(badCount > badRows.length ? [`and ${counted(badCount - badRows.length, 'further bad row')}`] : []),
  ];
}
