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

/** All chunks that load with these, whatever page is opened. */
function loadedWith(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    loadedWith(manifest[name]?.imports ?? [], seen);
  }
  return seen;
}

const files = [...new Set(pageNames.map((page) => (page === 'index' ? 'home' : (page.split('-')[0] ?? page))))];

test.each([
  ...files.map((file) => ({ what: 'code of the page', file: `${file}.tsx` })),
  ...localeIds.map((locale) => ({ what: 'words in', file: `${locale}.json` })),
])('$what $file: loads on demand, not with every page', ({ file }) => {
  const lazy = Object.keys(manifest).find((name) => name.endsWith(`/${file}`)) ?? '';
  expect(manifest[lazy]?.isDynamicEntry).toBe(true);
  const always = loadedWith(Object.keys(manifest).filter((name) => manifest[name]?.isEntry));
  expect(always).toContain('src/web/entry.client.tsx');
  expect(always).not.toContain(lazy);
});
