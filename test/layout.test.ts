import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const generated = 'test/openapi-client/api.ts';
const files = globSync('{src,test,bench,docs}/**/*.*', { cwd: root, exclude: ['**/node_modules', generated] });

test('folders have at most 20 files', () => {
  const byFolder = Map.groupBy(files, dirname);
  expect(byFolder.size).toBeGreaterThan(200);
  expect([...byFolder].filter(([, inFolder]) => inFolder.length > 20).map(([folder]) => folder)).toEqual([]);
});

test('files of code have at most 250 lines', () => {
  const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts'));
  expect(code.length).toBeGreaterThan(1000);
  const countLines = (file: string) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
  expect(code.filter((file) => countLines(file) > 250)).toEqual([]);
});

test('links in documents lead to existing files', () => {
  const documents = [...files, ...globSync('*.md', { cwd: root })].filter((file) => file.endsWith('.md'));
  const links = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/\]\(([^)\s#]+)/g)].map(([, target = '']) => ({
      document,
      target,
    })),
  );
  const local = links.filter(({ target }) => !/^[a-z]+:/.test(target));
  expect(local.length).toBeGreaterThan(200);
  expect(local.filter(({ document, target }) => !existsSync(join(root, dirname(document), target)))).toEqual([]);
});
