import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Copies the project into a folder of its own, with links to the installed packages, so that a test can change its files. */
export function scratchProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rehvipood-project-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const listed = execFileSync('git', ['ls-files', '-z', '--', '*.ts', '*.json', 'src', 'public', 'data'], {
    cwd: root,
  });
  const files = listed
    .toString()
    .split('\0')
    .filter((path) => path && !/^(test|bench|docs)\//.test(path));
  for (const file of files) cpSync(join(root, file), join(folder, file));
  // Links one by one: caches such as node_modules/.vite are the copy's own.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.vite')))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  return folder;
}
