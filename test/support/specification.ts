import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const root = join(import.meta.dirname, '../..');

export type NamedTest = { file: string; title: string };

/** A row of `docs/specification.md`. */
export type SpecificationRow = {
  id: string;
  words: string;
  /** Paths from the project's root. */
  file: string;
  tests: NamedTest[];
  /** The decision page of a point that the specification leaves open. */
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

/** Parses `` `file` title``, separated by `<br>`. */
export function testsIn(cell: string): NamedTest[] {
  return cell.split('<br>').flatMap((text) => {
    const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(text.trim()) ?? [];
    return file ? [{ file, title }] : [];
  });
}

function unquoted(cell: string): string {
  return cell.replace(/^`(.*)`$/, '$1');
}

/** Errors in the ids, words, files, tests and decisions of the rows, one line each. */
export function problemsOf(rows: readonly SpecificationRow[]): string[] {
  const problems: string[] = [];
  rows.forEach(({ id, words, file, tests, decision }, index) => {
    if (id !== `S${index + 1}`) problems.push(`${id} stands where S${index + 1} should`);
    if (words === '') problems.push(`${id} says nothing`);
    if (!isFile(file)) problems.push(`${id} is implemented in no file: ${file}`);
    if (tests.length === 0) problems.push(`${id} has no test`);
    problems.push(...missingTests(tests).map((problem) => `${id} ${problem}`));
    if (leavesPointOpen(words) && decision === '') problems.push(`${id} is left open and decided nowhere`);
    if (decision !== '' && !isFile(decision)) problems.push(`${id} is decided in no file: ${decision}`);
  });
  return problems;
}

/** Whether a sentence leaves a point to the implementation: the specification then says that something is `not shown`. */
function leavesPointOpen(words: string): boolean {
  return /\bnot shown\b/.test(words);
}

/** Tests whose file or title does not exist, each as the end of a sentence. */
export function missingTests(tests: readonly NamedTest[]): string[] {
  return tests.flatMap(({ file, title }) => {
    if (!isFile(file)) return [`is tested in no file: ${file}`];
    return titlesOf(file).has(title) ? [] : [`names no test of ${file}: ${title}`];
  });
}

function isFile(path: string): boolean {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
}

const titlesByFile = new Map<string, Set<string>>();

function titlesOf(file: string): Set<string> {
  const titles = titlesByFile.get(file) ?? testTitles(readFileSync(join(root, file), 'utf8'));
  titlesByFile.set(file, titles);
  return titles;
}

type SyntaxNode = { type: string; name?: string; value?: unknown } & Record<string, unknown>;

const isNode = (value: unknown): value is SyntaxNode => typeof (value as SyntaxNode | null)?.type === 'string';

/** Returns the titles of a file's tests as Vitest writes them (`describe > test`, `test.each` with placeholders), without skipped tests and todos. Throws on syntax errors. */
export function testTitles(source: string): Set<string> {
  const titles = new Set<string>();
  const { program, errors } = parseSync('source.test.tsx', source);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  visit(program, []);
  return titles;

  function visit(value: unknown, outer: readonly string[]): void {
    if (Array.isArray(value)) for (const element of value) visit(element, outer);
    if (!isNode(value)) return;
    const vitestCall = value.type === 'CallExpression' ? vitestFunction(value.callee) : undefined;
    const title = vitestCall?.runs ? stringValue((value.arguments as unknown[])[0]) : undefined;
    if (vitestCall && title === undefined) return;
    const path = title === undefined ? outer : [...outer, title];
    if (vitestCall?.name === 'test') titles.add(path.join(' > '));
    for (const child of Object.values(value)) visit(child, path);
  }
}

/** `runs`: the tests of `test` and `test.each(…)` run; those of every other property, such as `test.skip` and `test.todo`, do not. */
function vitestFunction(callee: unknown): { name: string; runs: boolean } | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type === 'Identifier') {
    return callee.name === 'test' || callee.name === 'describe' ? { name: callee.name, runs: true } : undefined;
  }
  if (callee.type === 'MemberExpression') {
    const vitestCall = vitestFunction(callee.object);
    return vitestCall && { ...vitestCall, runs: false };
  }
  if (callee.type === 'CallExpression' && isNode(callee.callee)) {
    const vitestCall = vitestFunction(callee.callee);
    const { property } = callee.callee;
    return vitestCall && { ...vitestCall, runs: isNode(property) && property.name === 'each' };
  }
  return undefined;
}

/** The value of a string literal, or of a template without placeholders. */
function stringValue(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  const quasis = node.type === 'TemplateLiteral' ? (node.quasis as { value: { cooked: string } }[]) : [];
  return quasis.length === 1 ? quasis[0]?.value.cooked : undefined;
}
