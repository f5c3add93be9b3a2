import { createReadStream, type ReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RowsReport } from '../shop/catalog/import/file/named-rows.server.ts';
import { type Call, UsageError } from './command.ts';
import { counted } from './output.ts';

/** Opens the one file that the command names, relative to the operator's folder (INIT_CWD). */
export function openCsvImport({ positionals, io }: Call): ReadStream {
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new UsageError('name one file');
  const path = resolve(io.env.INIT_CWD ?? '.', file);
  if (statSync(path).isDirectory()) throw new Error(`${file} is a folder`);
  return createReadStream(path);
}

/** Returns the report as lines: each listed bad row, the number of further ones, the outcome or the refusal, and whether it was a dry run. */
export function csvImportLines(
  { refusal, bad: badCount, badRows }: RowsReport,
  dryRun: boolean,
  outcomeLines: readonly string[],
): string[] {
  return [
    ...badRows.map(({ line, column, problem }) => `line ${line}: ${column} ${problem}`),
    ...(badCount > badRows.length ? [`and ${counted(badCount - badRows.length, 'further bad row')}`] : []),
    ...(refusal === null ? outcomeLines : [`Refused: ${refusal}. Nothing has changed.`]),
    ...(dryRun && refusal === null ? ['Dry run: nothing has changed.'] : []),
  ];
}

export function csvImportExitCode({ refusal, bad }: RowsReport): number {
  if (refusal !== null) return 1;
  return bad > 0 ? 3 : 0;
}
