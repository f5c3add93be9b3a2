import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** `from` and `to` match paths in the project such as `src/shop/money.ts`, or package names. */
type Rule = { why: string; from: RegExp; except?: RegExp; to: RegExp };

const server = /\.server\.tsx?$/;

/** Each folder of `src/shop` may import those before it. Files beside the folders, and `config`, come first. */
const shopFolders = [
  'catalog',
  'alerts',
  'notices',
  'cart',
  'fitting',
  'payment',
  'order',
  'books',
  'restored',
  'purchasing',
  'checkout',
  'bank',
  'staff',
  'desk',
  'privacy',
];

const rules: Rule[] = [
  {
    why: 'The domain does not depend on its entry points',
    from: /^src\/shop\//,
    to: /^src\/(app|http|web|api|cli|jobs|mail|messages|payments-fake|suppliers-fake)\/|^react(-|$|\/)/,
  },
  { why: 'Only *.server.ts reads the database', from: /^src\/shop\//, except: server, to: /^src\/database\// },
  // `slice` returns the folders after `folder`: the list that is mapped begins with the files beside the folders.
  ...['', ...shopFolders].map((folder, index) => ({
    why: `The folders of the shop import in the order ${shopFolders.join(', ')}`,
    from: folder === '' ? /^src\/shop\/([^/]+$|config\/)/ : new RegExp(`^src/shop/${folder}/`),
    to: new RegExp(`^src/shop/(${shopFolders.slice(index).join('|') || 'none'})/`),
  })),
  {
    why: 'The database folder imports none of the others',
    from: /^src\/database\//,
    to: /^src\/(?!database\/)/,
  },
  { why: 'Pages do not read the database', from: /^src\/web\//, to: /^src\/(app|api|cli|jobs|mail|database)\// },
  { why: 'Entry points do not import one another', from: /^src\/api\//, to: /^src\/(app|web|cli|jobs|mail)\// },
  { why: 'Entry points do not import one another', from: /^src\/cli\//, to: /^src\/(web|api|jobs|mail)\// },
  { why: 'Entry points do not import one another', from: /^src\/desk\//, to: /^src\/(web|api|cli|jobs|mail)\// },
  {
    why: 'Only the start of the process imports the desk',
    from: /^src\/(?!desk\/|app\/)/,
    to: /^src\/desk\//,
  },
  {
    why: 'The client of the desk knows the shop only by files without a server, and only the types of its server',
    from: /^src\/desk\/app\//,
    to: /\.server\.tsx?$|^src\/(?!desk\/(app|messages)\/|desk\/session-view\.ts$|shop\/)|^(node:.*|pg|kysely|fastify|@fastify\/.*|@simplewebauthn\/server)$/,
  },
  { why: 'PDF documents are written from arguments only', from: /^src\/pdf\//, to: /^src\/(?!pdf\/)/ },
  { why: 'Entry points do not import one another', from: /^src\/jobs\//, to: /^src\/(app|web|api|cli)\// },
  {
    why: 'Mail is built from arguments only',
    from: /^src\/mail\//,
    to: /^src\/(app|web|api|cli|jobs|database)\//,
  },
  {
    why: 'The HTTP layer does not depend on pages, API calls or commands',
    from: /^src\/http\//,
    to: /^src\/(app|web|api|cli|jobs|mail|messages)\/|^react(-dom)?($|\/)/,
  },
  {
    why: 'In the HTTP layer only metrics read the database',
    from: /^src\/http\//,
    except: /^src\/http\/metrics\.ts$/,
    to: /^src\/database\//,
  },
  {
    why: 'The owner’s configuration is an argument, except where a process starts',
    from: /^src\//,
    except: /^src\/app\/owner-config\.ts$/,
    to: /^(shop|suppliers|prices)\.config\.ts$/,
  },
  {
    why: 'Fakes share no code with the shop, so that a fault is not in both',
    from: /^src\/(payments|suppliers)-fake\//,
    to: /^src\/(?!(payments|suppliers)-fake\/)|^jose$|^stripe$|^sax$|^shop\.config\.ts$/,
  },
];

test('folders import only what their rules allow', () => {
  const imports = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap(importsOf);
  expect(imports.length).toBeGreaterThan(1000);
  const forbidden = imports.flatMap(([from, to]) =>
    rules
      .filter((rule) => rule.from.test(from) && !rule.except?.test(from) && rule.to.test(to))
      .map(({ why }) => `${from} imports ${to}: ${why}`),
  );
  expect(forbidden).toEqual([]);
});

test('modules of the pages do not import one another in a circle, except by import()', () => {
  // Biome's noImportCycles counts import() too: a page loads its view by it, and the view links to pages.
  const imports = new Map(
    globSync('src/web/**/*.{ts,tsx}', { cwd: root }).map((path) => [path, staticImportsOf(path)] as const),
  );
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, chain: readonly string[]) => {
    if (chain.includes(path)) circles.push([...chain.slice(chain.indexOf(path)), path].join(' → '));
    if (done.has(path) || chain.includes(path)) return;
    for (const imported of imports.get(path) ?? []) visit(imported, [...chain, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  expect(circles).toEqual([]);
});

/** The files that a file imports statically. */
function staticImportsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const statements = text.matchAll(/^import (?!type )(?:[^'";]*? from )?'(\.[^']+)'/gm);
  return [...statements].map(([, name = '']) => normalize(join(dirname(path), name)));
}

/** The imports of a file, as pairs of path and imported path or package. Relies on Biome's format of imports. */
function importsOf(path: string): [from: string, to: string][] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/(?:\bfrom |\bimport |\bimport\()'([^']+)'/g)].map(([, name = '']) => [
    path,
    name.startsWith('.') ? normalize(join(dirname(path), name)) : name,
  ]);
}

test('the client of the desk reaches no server file, not even through files of the shop', () => {
  const reached = new Set(globSync('src/desk/app/**/*.{ts,tsx}', { cwd: root }));
  for (const path of reached)
    if (/\.tsx?$/.test(path)) for (const imported of staticImportsOf(path)) reached.add(imported);
  expect([...reached].filter((path) => server.test(path) || /^src\/database\//.test(path))).toEqual([]);
  expect(reached).toContain('src/shop/money.ts');
});

test('the type check of the browser knows neither Node nor pg', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const files = execFileSync(process.execPath, [tsc, '-p', 'src/web', '--listFilesOnly'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(files).toContain('/src/web/root.tsx');
  expect(files.match(/node_modules\/@types\/(node|pg)\/.*/g)).toBeNull();
});
