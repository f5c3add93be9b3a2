import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type Messages = { [key: string]: string | Messages };

const serverNamespaces = [
  'hours',
  'mail',
  'branchPage',
  'fittingPage',
  'stockNotice',
  'vehicle',
  'feed',
  'ownerAlert',
  'purchase',
  'overloaded',
  'badRequest',
  'notFound',
  'away',
];

const deskServerNamespaces = ['print'];

/** Returns namespaces that only single pages and dialogs load: their code has `ee.json?only=cart,law` or `texts: 'cart'`. */
function namespacesLoadedSeparately(): string[] {
  const web = join(import.meta.dirname, '../web');
  const code = globSync(['pages/*/page.ts', 'about/about.tsx', 'client/load-page.ts'], { cwd: web }).map((file) =>
    readFileSync(join(web, file), 'utf8'),
  );
  const matches = code.flatMap((text) => [...text.matchAll(/\?only=([\w,]+)|\btexts: '(\w+)'/g)]);
  return matches.flatMap(([, only, texts]) => only?.split(',') ?? texts ?? []);
}

/** Compiles the ICU messages of shop and desk (`messages/*.json`) at build time, so that browsers load no parser. */
export function compiledMessages(): Plugin {
  const omittedByShop = [...serverNamespaces, ...namespacesLoadedSeparately()];
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/(?:desk\/)?messages\/\w+\.json(?:\?only=[\w,]+)?$/ },
      handler(code, id) {
        const messages = JSON.parse(code) as Messages;
        const onlyNamespaces = id.split('?only=')[1]?.split(',');
        const omittedInBrowsers = id.includes('/src/desk/') ? deskServerNamespaces : omittedByShop;
        const omitted = this.environment.name === 'client' ? omittedInBrowsers : [];
        for (const key of Object.keys(messages)) {
          const isIncluded = onlyNamespaces ? onlyNamespaces.includes(key) : !omitted.includes(key);
          if (!isIncluded) delete messages[key];
        }
        return { code: `export default ${JSON.stringify(compileAll(messages))}`, map: null, moduleType: 'js' };
      },
    },
  };
}

function compileAll(messages: Messages): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compileAll(value),
    ]),
  );
}
