import type { Writable } from 'node:stream';
import type { ImportProgress } from '../shop/catalog/import/import-price-list.server.ts';

const barWidth = 30;
const redrawMs = 100;
const clearLine = '\r\u001b[K';

/** Shows the progress of an import. `size`: bytes of the file, null when unknown. */
export function progressBar(terminal: Writable, size: number | null) {
  const line = progressLine(terminal);
  return {
    show: (progress: ImportProgress) =>
      line.show(progressText(progress, size), { immediate: progress.phase !== 'reading' }),
    clear: line.clear,
  };
}

function progressText(progress: ImportProgress, size: number | null): string {
  if (progress.phase === 'waiting') return 'Waiting for another import to end …';
  const rows = `${progress.rows.toLocaleString('en')} rows`;
  if (progress.phase === 'merging') return `${rows} read, changing the catalogue …`;
  if (!size) return `${rows} read`;
  const fraction = Math.min(1, progress.bytes / size);
  const filledWidth = Math.round(fraction * barWidth);
  return `[${'█'.repeat(filledWidth)}${' '.repeat(barWidth - filledWidth)}] ${Math.floor(fraction * 100)} %, ${rows}`;
}

export function progressLine(terminal: Writable) {
  let drawnAt = 0;
  return {
    show(text: string, { immediate }: { immediate: boolean }): void {
      if (!immediate && Date.now() - drawnAt < redrawMs) return;
      drawnAt = Date.now();
      terminal.write(clearLine + text);
    },
    clear(): void {
      terminal.write(clearLine);
    },
  };
}
