import { createReadStream, openSync, type ReadStream, statSync } from 'node:fs';
import type { RowsReport } from '../shop/catalog/import/file/named-rows.server.ts';
import { onlyArgument, operatorPath } from './arguments.ts';
import type { Call } from './command.ts';
import { counted } from './output.ts';

export function openCsvImport(call: Call): ReadStream {
  const file = onlyArgument(call, 'file');
  const path = operatorPath(call.io, file);
  if (statSync(path).isDirectory()) throw new Error(`${file} is a folder`);
  // Throws here if the file cannot be opened. A stream that opens it later would report this to nobody, and end the process.
  return createReadStream(path, { fd: openSync(path, 'r') });
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
