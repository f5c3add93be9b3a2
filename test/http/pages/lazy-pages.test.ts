import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localeIds } from '../../../src/shop/locale.ts';
import { pageNames } from '../../../src/web/sitemap.ts';
import { builtServer } from '../../support/server/server-process.ts';

type Chunk = { isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[] };

/** The browser's chunks and their imports, from Vite's manifest. */
const manifest = JSON.parse(readFileSync(join(builtServer, '../client/.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

/** These chunks and all chunks that they import statically, directly or indirectly. */
function withImports(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    withImports(manifest[name]?.imports ?? [], seen);
  }
  return seen;
}

/** The name of the file of a page's view. The pages of the FAQ share one. */
function fileOf(page: string): string {
  if (page === 'index') return 'home';
  return page.startsWith('faq') ? 'faq' : page;
}

const pageFiles = [...new Set(pageNames.map(fileOf))];

test.each([
  ...pageFiles.map((file) => ({ kind: 'code of the page', file: `${file}.tsx` })),
  ...localeIds.map((locale) => ({ kind: 'messages', file: `${locale}.json` })),
])('the $kind $file is a chunk of its own that loads on demand', ({ file }) => {
  const chunk = Object.keys(manifest).find((name) => name.endsWith(`/${file}`)) ?? '';
  expect(manifest[chunk]?.isDynamicEntry).toBe(true);
  const initialChunks = withImports(Object.keys(manifest).filter((name) => manifest[name]?.isEntry));
  expect(initialChunks).toContain('src/web/entry.client.tsx');
  expect(initialChunks).not.toContain(chunk);
});
