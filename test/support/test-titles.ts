import { parseSync } from 'vite';

type Node = { type: string; name?: string; value?: unknown } & Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/**
 * The full titles of the tests in the source of a test file, `describe > test` as Vitest writes them; those of
 * `test.each` with their placeholders. What is skipped or still to be written is no test. Throws when it is no source.
 */
export function testTitles(source: string): Set<string> {
  const titles = new Set<string>();
  const { program, errors } = parseSync('source.test.tsx', source);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  visit(program, []);
  return titles;

  function visit(value: unknown, outer: readonly string[]): void {
    if (Array.isArray(value)) for (const each of value) visit(each, outer);
    if (!isNode(value)) return;
    const word = value.type === 'CallExpression' ? wordOf(value.callee) : undefined;
    const title = word?.runs ? text((value.arguments as unknown[])[0]) : undefined;
    if (word && title === undefined) return;
    const path = title === undefined ? outer : [...outer, title];
    if (word?.name === 'test') titles.add(path.join(' > '));
    for (const child of Object.values(value)) visit(child, path);
  }
}

/** The word of Vitest that a call begins with, if it is one: `test`, `test.each([…])`; not run: `test.skip`. */
function wordOf(callee: unknown): { name: string; runs: boolean } | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type === 'Identifier') {
    return callee.name === 'test' || callee.name === 'describe' ? { name: callee.name, runs: true } : undefined;
  }
  if (callee.type === 'MemberExpression') {
    const word = wordOf(callee.object);
    return word && { ...word, runs: false };
  }
  if (callee.type === 'CallExpression' && isNode(callee.callee)) {
    const word = wordOf(callee.callee);
    const { property } = callee.callee;
    return word && { ...word, runs: isNode(property) && property.name === 'each' };
  }
  return undefined;
}

function text(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  const quasis = node.type === 'TemplateLiteral' ? (node.quasis as { value: { cooked: string } }[]) : [];
  return quasis.length === 1 ? quasis[0]?.value.cooked : undefined;
}
