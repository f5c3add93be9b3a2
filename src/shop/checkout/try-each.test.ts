import { expect, test } from 'vitest';
import { tryEach } from './try-each.ts';

test('works on all items, then throws an error with their number and the first reason', async () => {
  const worked: string[] = [];
  const run = tryEach(['a', 'b', 'c'], 'mails', async (item) => {
    if (item !== 'b') throw new Error(`no ${item}`);
    worked.push(item);
  });
  await expect(run).rejects.toThrow('2 mails failed: no a');
  expect(worked).toEqual(['b']);
});

test('continues after an item whose work throws before it returns a promise', async () => {
  const worked: number[] = [];
  const run = tryEach([1, 2], 'mails', (item) => {
    if (item === 1) throw new Error('no');
    worked.push(item);
    return Promise.resolve();
  });
  await expect(run).rejects.toThrow('1 mails failed: no');
  expect(worked).toEqual([2]);
});
