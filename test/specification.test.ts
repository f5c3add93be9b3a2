import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemsOf, readRows, testTitles } from './support/specification.ts';

const rows = readRows(readFileSync(new URL('../docs/specification.md', import.meta.url), 'utf8'));

test('every row of the specification names an existing file and existing tests', () => {
  expect(problemsOf(rows)).toEqual([]);
});

test('the rows contain the owner’s words, completely and in order', () => {
  expect(rows).toHaveLength(110);
  // The digest of the owner's specification. When the owner changes it, change the rows and this digest.
  const digest = createHash('sha256').update(rows.map(({ words }) => words).join('\n'));
  expect(digest.digest('hex')).toBe('9f2c5994de94e0be7dbe826f8d69686797a096d82b8c787301e1a0a0740789c4');
});

const thisFile = '`test/specification.test.ts`';
const validTest = `${thisFile} reports the problems of a row: %o`;

test.each([
  [{}, []],
  [{ words: 'A \\| B' }, []],
  [{ tests: `${validTest}<br>\`src/shop/money.test.ts\` a formatted amount > %d cents in %s are %s` }, []],
  [{ id: 'S2' }, ['S2 stands where S1 should']],
  [{ words: '' }, ['S1 says nothing']],
  [{ file: '' }, ['S1 is implemented in no file: ']],
  [{ file: '`src/none.ts`' }, ['S1 is implemented in no file: src/none.ts']],
  [{ file: '`src/shop`' }, ['S1 is implemented in no file: src/shop']],
  [{ tests: '' }, ['S1 has no test']],
  [{ tests: thisFile }, ['S1 has no test']],
  [{ tests: '`test/none.test.ts` a row' }, ['S1 is tested in no file: test/none.test.ts']],
  [{ tests: `${thisFile} a row` }, ['S1 names no test of test/specification.test.ts: a row']],
  [{ tests: `${validTest}<br>${thisFile} a row` }, ['S1 names no test of test/specification.test.ts: a row']],
  [{ words: 'Fields: not shown.' }, ['S1 is left open and decided nowhere']],
  [{ words: 'Fields: not shown.', decision: '`README.md`' }, []],
  [{ decision: '`docs/none.md`' }, ['S1 is decided in no file: docs/none.md']],
])('reports the problems of a row: %o', (changes, problems) => {
  const validRow = { id: 'S1', words: 'A tire is round.', file: '`src/shop/money.ts`', tests: validTest, decision: '' };
  const { id, words, file, tests, decision } = { ...validRow, ...changes };
  expect(problemsOf(readRows(`| ${id} | ${words} | ${file} | ${tests} | ${decision} |`))).toEqual(problems);
});

test('collects the titles of tests that run, prefixed with their describe titles', () => {
  const source = `
    test('plain', () => {});
    test("it's quoted", () => {});
    describe(\`outer\`, () => {
      test.each([['a', 1]])('of %s', (text) => expect(/plain/.test('no title')).toBe(text));
      describe.each(cases)('inner $name', () => { test('deep', async () => {}); });
    });
    test.skip('skipped', () => {});
    test.todo('to be written');
    describe.skip('left out', () => { test('inside', () => {}); });
    test(\`made of \${parts}\`, () => {});
    // test('in a comment', () => {});
    const text = "test('in a text', () => {})";
  `;
  expect([...testTitles(source)]).toEqual(['plain', "it's quoted", 'outer > of %s', 'outer > inner $name > deep']);
});

test('throws for a source that cannot be parsed', () => expect(() => testTitles("test('")).toThrow());
