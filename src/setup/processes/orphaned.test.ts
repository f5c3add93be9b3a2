import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

const script = `import { whenOrphaned } from ${JSON.stringify(join(import.meta.dirname, 'orphaned.mjs'))};
  whenOrphaned(() => { console.log('orphaned'); process.exit(); });
  console.log(process.pid);
  setInterval(() => {}, 60_000);`;

test('a process run by npm notices that npm’s shell was ended by a signal', async () => {
  // `; true` keeps the shell running as the parent, as under npm.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, script], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  const pid = Number((await lines.next()).value);
  onTestFinished(() => {
    try {
      process.kill(pid);
    } catch {}
  });
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  expect((await lines.next()).value).toBe('orphaned');
});
