import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { programCommand, shellWord } from './archive-setting.server.ts';

test.each(['/mnt/my disk', "/mnt/Mari's disk", '/mnt/"x"', '/mnt/$HOME`id`;x', '/mnt/ä\\'])(
  'gives a shell %s as one word',
  (path) => {
    expect(execFileSync('/bin/sh', ['-c', `printf %s ${shellWord(path)}`]).toString()).toBe(path);
  },
);

test('doubles the percent sign, which PostgreSQL would replace', () => {
  expect(shellWord('/mnt/50%p')).toBe(`'/mnt/50%%p'`);
  expect(programCommand('put', ['/a'], '%f', '%p')).toMatch(/'put' '\/a' %f "%p"$/);
});
