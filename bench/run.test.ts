import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('Node loads every section without Vite; an unknown name prints the list of sections', () => {
  const { status, stderr } = spawnSync(process.execPath, ['bench/run.ts', 'unknown'], { encoding: 'utf8' });
  expect(stderr).toMatch(/^Unknown section: unknown\. Sections: pages, api/m);
  expect(status).toBe(2);
});
