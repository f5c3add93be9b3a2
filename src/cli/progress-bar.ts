import type { Writable } from 'node:stream';
import type { ImportProgress } from '../shop/catalog/import/import-price-list.server.ts';
import { progressLine } from './progress-line.ts';

const width = 30;

/** Draws an import on a terminal, on one line. `size`: of the file in bytes; null when nobody knows. */
export function progressBar(terminal: Writable, size: number | null) {
  const line = progressLine(terminal);
  return {
    show: (progress: ImportProgress) => line.show(textOf(progress, size), { soon: progress.phase !== 'reading' }),
    clear: line.clear,
  };
}

function textOf(progress: ImportProgress, size: number | null): string {
  if (progress.phase === 'waiting') return 'Waiting for another import to end …';
  const rows = `${progress.rows.toLocaleString('en')} rows`;
  if (progress.phase === 'merging') return `${rows} read, changing the catalogue …`;
  if (!size) return `${rows} read`;
  const part = Math.min(1, progress.bytes / size);
  const done = Math.round(part * width);
  return `[${'█'.repeat(done)}${' '.repeat(width - done)}] ${Math.floor(part * 100)} %, ${rows}`;
}
