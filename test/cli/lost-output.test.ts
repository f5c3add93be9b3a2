import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { builtServer, node } from '../support/server/server-process.ts';

const full = '/dev/full';

test.skipIf(!existsSync(full))(
  'a command whose output does not fit on the disk says so, and exits with 3',
  async () => {
    const child = spawn(node, [join(builtServer, 'main.js'), 'help'], {
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', openSync(full, 'w'), 'pipe'],
    });
    const [err, [code]] = await Promise.all([text(child.stderr ?? Readable.from([])), once(child, 'close')]);
    expect({ code, err }).toEqual({
      code: 3,
      err: 'The output is incomplete: ENOSPC: no space left on device, write\n',
    });
  },
);

test('a command keeps its exit code if the reader of its errors has ended', async () => {
  const child = spawn(node, [join(builtServer, 'main.js'), 'orders', 'show'], {
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr?.destroy();
  expect(await once(child, 'close')).toEqual([2, null]);
});
