import type { Writable } from 'node:stream';

const everyMs = 100;

/** One line of a terminal that is drawn again and again. `soon`: drawn at once, and not only ten times a second. */
export function progressLine(terminal: Writable) {
  let drawnAt = 0;
  return {
    show(text: string, { soon }: { soon: boolean }): void {
      if (!soon && Date.now() - drawnAt < everyMs) return;
      drawnAt = Date.now();
      terminal.write(`\r\u001b[K${text}`);
    },
    clear(): void {
      terminal.write('\r\u001b[K');
    },
  };
}
