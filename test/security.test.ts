import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingTests, testsIn } from './support/specification.ts';

const rows = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\| T\d/.test(line))
  .map((line) => {
    const [, id = '', threat = '', defence = '', tests = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { id, threat, defence, tests: testsIn(tests) };
  });

test('every threat has a defence and an existing test', () => {
  expect(rows.length).toBeGreaterThanOrEqual(30);
  for (const [index, { id, threat, defence, tests }] of rows.entries()) {
    expect(id).toBe(`T${index + 1}`);
    expect([id, threat.length > 0, defence.length > 0, tests.length > 0]).toEqual([id, true, true, true]);
  }
  expect(rows.flatMap(({ id, tests }) => missingTests(tests).map((problem) => `${id} ${problem}`))).toEqual([]);
});
