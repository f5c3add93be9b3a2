import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Who runs the shop of a folder, and where it is served (`http://localhost:3000`). */
export type ShopNote = { pid: number; address: string };

const file = (folder: string) => join(folder, 'shop.json');

export async function writeShopNote(folder: string, note: ShopNote): Promise<void> {
  await writeFile(`${file(folder)}.new`, `${JSON.stringify(note)}\n`);
  await rename(`${file(folder)}.new`, file(folder));
}

/** Null when no shop has written one, or the one that wrote it is dead. */
export async function readShopNote(folder: string): Promise<ShopNote | null> {
  try {
    const note: ShopNote = JSON.parse(await readFile(file(folder), 'utf8'));
    return isAlive(note.pid) ? note : null;
  } catch {
    return null;
  }
}

/** The one line for a second `npm start`. */
export function alreadyRuns(note: ShopNote | null): string {
  if (!note) return 'The shop is already starting from this folder.';
  return `The shop already runs from this folder: ${note.address} (process ${note.pid}).`;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
