import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Copies the project into a temporary folder, so that a test can change its files. Links to the installed packages. */
export function scratchProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rehvipood-project-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const gitOutput = execFileSync('git', ['ls-files', '-z', '--', '*.ts', '*.json', 'src', 'public', 'data'], {
    cwd: root,
  });
  const files = gitOutput
    .toString()
    .split('\0')
    .filter((path) => path && !/^(test|bench|docs)\//.test(path));
  for (const file of files) cpSync(join(root, file), join(folder, file));
  // A link for each package: the copy needs its own caches, such as node_modules/.vite.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.vite')))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  return folder;
}
