import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitOnError, root } from '../project.mjs';

const client = join(root, 'build', 'client');
const recordFile = join(import.meta.dirname, 'build-sizes.json');

const webModule = (/** @type {string} */ file) => `src/web/${file}`;
const routeSuffix = '?__react-router-build-client-route';
/** Modules that every page loads, `after-load.ts` a second after the others. */
const modulesOfEveryPage = [
  'entry.client.tsx',
  `root.tsx${routeSuffix}`,
  `route.tsx${routeSuffix}`,
  'client/build/after-load.ts',
].map(webModule);
const libraries = ['libraries', 'rolldown-runtime'];

/** @typedef {ReturnType<typeof readBuild>} Build */

/** Returns a line for each exceeded budget, followed by its chunks that grew since the recorded sizes, the largest growth first. */
function exceededBudgets(/** @type {Build} */ { sizes, chunksLoadedBy, messagesOfPage }) {
  const recorded = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};
  return budgets({ chunksLoadedBy, messagesOfPage }).flatMap(({ name, maxBytes, chunks }) => {
    const size = chunks.reduce((total, chunk) => total + sizes[chunk], 0);
    if (size <= maxBytes) return [];
    const grownChunks = chunks
      .map((chunk) => ({ chunk, now: sizes[chunk], before: recorded[chunk] ?? 0 }))
      .map((change) => ({ ...change, growth: change.now - change.before }))
      .filter(({ growth }) => growth > 0)
      .sort((a, b) => b.growth - a.growth)
      .map(({ chunk, now, before, growth }) => `  ${chunk} +${growth} (${before} → ${now})`);
    return [`${name}: ${size} bytes of at most ${maxBytes}; grew:`, ...grownChunks];
  });
}

/** Limits of what the first visit of a page loads, in bytes as compressed with brotli. The hashes in the file names, which change with any code, move the sizes by up to 120 bytes. */
function budgets(/** @type {Omit<Build, 'sizes'>} */ { chunksLoadedBy, messagesOfPage }) {
  return ['ee', 'en', 'ru'].flatMap((locale) => {
    const messages = `src/messages/${locale}.json`;
    const home = chunksLoadedBy([...modulesOfEveryPage, webModule('pages/home/home.tsx'), messages]);
    const order = chunksLoadedBy([
      ...modulesOfEveryPage,
      webModule('pages/order/order.tsx'),
      messages,
      messagesOfPage(messages, 'order'),
    ]);
    const ownCode = home.filter((chunk) => chunk !== messages && !libraries.includes(chunk));
    const beyondHome = order.filter((chunk) => !home.includes(chunk));
    return [
      { name: `Home page, ${locale}`, maxBytes: 137_450, chunks: home },
      { name: `Home page without libraries and messages, ${locale}`, maxBytes: 30_400, chunks: ownCode },
      { name: `Order page beyond home, ${locale}`, maxBytes: 37_600, chunks: beyondHome },
    ];
  });
}

function readBuild() {
  const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8'));
  const sizeOf = (/** @type {string} */ file) => statSync(join(client, `${file}.br`)).size;
  const nameOf = (/** @type {string} */ key) => manifest[key].src ?? manifest[key].name;
  const scripts = Object.keys(manifest).filter((key) => manifest[key].file.endsWith('.js'));
  // Every page also loads the router's list of routes, which Vite's manifest does not contain.
  const routes = readdirSync(join(client, 'assets')).find((file) => /^manifest-.*\.js$/.test(file));
  const sizes = Object.fromEntries(scripts.map((key) => [nameOf(key), sizeOf(manifest[key].file)]));
  const chunksLoadedBy = (/** @type {string[]} */ modules) => {
    const loaded = new Set(modules);
    // The loop also visits the modules that it adds.
    for (const key of loaded) for (const imported of manifest[key].imports ?? []) loaded.add(imported);
    return ['routes', ...[...loaded].map(nameOf)];
  };
  /** Returns the chunk of the messages that only one page uses. `firstNamespace`: the first of the namespaces that its key lists (`?only=order,payment`). */
  const messagesOfPage = (/** @type {string} */ messages, /** @type {string} */ firstNamespace) =>
    scripts.find((key) => key.startsWith(`${messages}?only=${firstNamespace},`)) ?? '';
  return { messagesOfPage, sizes: { ...sizes, routes: sizeOf(`assets/${routes}`) }, chunksLoadedBy };
}

/** The limit of all scripts and styles of the desk, in bytes as compressed with brotli. */
const maxDeskBytes = 287_000;

function exceededDeskBudget() {
  const assets = join(root, 'build', 'desk', 'assets');
  const compressed = readdirSync(assets).filter((file) => /\.(?:js|css)\.br$/.test(file));
  const bytes = compressed.reduce((total, file) => total + statSync(join(assets, file)).size, 0);
  return bytes > maxDeskBytes ? [`Desk: ${bytes} bytes of at most ${maxDeskBytes}`] : [];
}

// `--record` writes the sizes that later builds are compared with.
await exitOnError(async () => {
  const build = readBuild();
  if (process.argv.includes('--record')) writeFileSync(recordFile, `${JSON.stringify(build.sizes, null, 2)}\n`);
  const exceeded = [...exceededBudgets(build), ...exceededDeskBudget()];
  if (exceeded.length > 0) throw new Error(exceeded.join('\n'));
});
