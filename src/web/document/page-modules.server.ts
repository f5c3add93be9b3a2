import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../../shop/locale.ts';
import type { Page } from '../page.ts';
import { type PageName, pages } from '../sitemap.ts';

type Manifest = Record<string, { file: string; imports?: readonly string[] }>;

const pagesByFile = import.meta.glob<Record<string, Page>>('../pages/*/page.ts', { eager: true });

/** The name of each page's folder, which is also the name of its view's file. */
const folderByPage = new Map(
  Object.entries(pagesByFile).flatMap(([file, exported]) =>
    Object.values(exported).map((page) => [page, file.split('/').at(-2)] as const),
  ),
);

/** Returns a function that lists the modules a page needs before hydration, but not those that the router preloads. */
export function readPageModules(clientFolder: string): (page: PageName | null, locale: Locale) => readonly string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8'));
  const routerModules = withImports(manifest, ['src/web/entry.client.tsx']);
  return (page, locale) => {
    const folder = page && folderByPage.get(pages[page]);
    const keys = [`src/messages/${locale}.json`, ...(folder ? [`src/web/pages/${folder}/${folder}.tsx`] : [])];
    const pageModules = withImports(manifest, keys).difference(routerModules);
    return [...pageModules].flatMap((key) => (manifest[key] ? `/${manifest[key].file}` : []));
  };
}

function withImports(manifest: Manifest, keys: readonly string[]): Set<string> {
  const modules = new Set(keys);
  // The loop also visits the modules that it adds.
  for (const key of modules) {
    for (const imported of manifest[key]?.imports ?? []) modules.add(imported);
  }
  return modules;
}
