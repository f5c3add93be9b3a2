import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { testTitles } from './test-titles.ts';

const root = join(import.meta.dirname, '../..');

export type NamedTest = { file: string; title: string };

/** A row of `docs/specification.md`: a sentence or table row of the specification, and what keeps it true. */
export type SpecificationRow = {
  id: string;
  words: string;
  /** Paths from the project's root. */
  file: string;
  tests: NamedTest[];
  /** What the specification leaves open is decided here. */
  decision: string;
};

/** The rows of the tables in a Markdown text whose first cell begins with `S`. */
export function readRows(markdown: string): SpecificationRow[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| S'))
    .map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
      const [, id = '', words = '', file = '', tests = '', decision = ''] = cells;
      return { id, words, file: unquoted(file), tests: testsIn(tests), decision: unquoted(decision) };
    });
}

/** `` `file` title``, several parted by `<br>`. */
export function testsIn(cell: string): NamedTest[] {
  return cell.split('<br>').flatMap((text) => {
    const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(text.trim()) ?? [];
    return file ? [{ file, title }] : [];
  });
}

function unquoted(cell: string): string {
  return cell.replace(/^`(.*)`$/, '$1');
}

/** What is wrong with the rows, a line each: numbers, words, files, titles of tests and decisions. */
export function problemsOf(rows: readonly SpecificationRow[]): string[] {
  const problems: string[] = [];
  rows.forEach(({ id, words, file, tests, decision }, index) => {
    if (id !== `S${index + 1}`) problems.push(`${id} stands where S${index + 1} should`);
    if (words === '') problems.push(`${id} says nothing`);
    if (!isFile(file)) problems.push(`${id} is implemented in no file: ${file}`);
    if (tests.length === 0) problems.push(`${id} has no test`);
    problems.push(...missingTests(tests).map((problem) => `${id} ${problem}`));
    if (/\bnot shown\b/.test(words) && decision === '') problems.push(`${id} is left open and decided nowhere`);
    if (decision !== '' && !isFile(decision)) problems.push(`${id} is decided in no file: ${decision}`);
  });
  return problems;
}

/** What is wrong with tests that a table names. */
export function missingTests(tests: readonly NamedTest[]): string[] {
  return tests.flatMap(({ file, title }) => {
    if (!isFile(file)) return [`is tested in no file: ${file}`];
    return titlesOf(file).has(title) ? [] : [`names no test of ${file}: ${title}`];
  });
}

function isFile(path: string): boolean {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
}

const known = new Map<string, Set<string>>();

function titlesOf(file: string): Set<string> {
  const titles = known.get(file) ?? testTitles(readFileSync(join(root, file), 'utf8'));
  known.set(file, titles);
  return titles;
}
