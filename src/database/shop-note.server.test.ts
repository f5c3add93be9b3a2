import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { alreadyRuns, readShopNote, writeShopNote } from './shop-note.server.ts';
import { temporaryFolder } from './temporary-database.ts';

test('the note of a running shop makes the one line for a second one', async () => {
  const folder = await temporaryFolder();
  await writeShopNote(folder, { pid: process.pid, address: 'http://localhost:3000' });
  expect(alreadyRuns(await readShopNote(folder))).toBe(
    `The shop already runs from this folder: http://localhost:3000 (process ${process.pid}).`,
  );
});

test('no note, or the note of a dead process, is none', async () => {
  const folder = await temporaryFolder();
  expect(await readShopNote(folder)).toBeNull();
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  await writeShopNote(folder, { pid: dead.pid ?? 0, address: 'http://localhost:3000' });
  expect(await readShopNote(folder)).toBeNull();
});
