import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressClients } from './compress.mjs';
import { ensureInstalled } from './install.mjs';
import { exitOnError, outputOnStderr, pinnedNode, root, run, runTool } from './project.mjs';

const rootFiles = [
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'shop.config.ts',
  'shop.local.ts',
  'suppliers.config.ts',
  'suppliers.local.ts',
  'prices.config.ts',
  'prices.local.ts',
  'tsconfig.json',
];
const digestFile = join(root, 'build', '.source-digest');

/** Builds the shop unless the existing build was made from the current sources. `quiet`: prints the output only if the build fails. */
export async function ensureBuilt({ quiet = false } = {}) {
  const digest = sourceDigest();
  const isBuilt = existsSync(digestFile) && existsSync(join(root, 'build', 'server', 'server.js'));
  if (isBuilt && readFileSync(digestFile, 'utf8') === digest) return;
  rmSync(digestFile, { force: true });
  await checkOwnerFiles();
  console.error('Building the shop …');
  const env = { ...process.env, NODE_ENV: 'production' };
  const stdio = quiet ? 'pipe' : outputOnStderr;
  const builds = /** @type {const} */ ([
    ['@react-router/dev', ['build']],
    ['vite', ['build', '--config', 'src/build/vite.desk.config.ts']],
  ]);
  for (const [tool, args] of builds) {
    const { code, output } = await runTool(tool, [...args], { env, stdio });
    if (code !== 0) throw new Error(`${output}\nThe build failed.`.trim());
  }
  // Removes the compile cache of the previous build (src/server.ts).
  rmSync(join(root, 'build', '.compiled'), { recursive: true, force: true });
  await compressClients();
  mkdirSync(dirname(digestFile), { recursive: true });
  writeFileSync(digestFile, digest);
}

/** Throws if a settings file of the owner, such as `shop.local.ts`, cannot be loaded. Loads them in the pinned Node, because this process may run an older one. */
async function checkOwnerFiles() {
  const script = join(root, 'src/setup/owner-files.mjs');
  const { code, output } = await run(pinnedNode, [script], { stdio: 'pipe' });
  if (code !== 0) throw new Error(output.trim());
}

// A digest of contents, because git sets new modification times when it checks files out.
function sourceDigest() {
  const digest = createHash('sha256');
  const sources = [...rootFiles, ...filesBelow('public'), ...filesBelow('src')];
  for (const file of sources.filter((path) => existsSync(join(root, path)))) {
    const contents = readFileSync(join(root, file));
    digest.update(`${file}\0`).update(createHash('sha256').update(contents).digest());
  }
  return digest.digest('hex');
}

function filesBelow(/** @type {string} */ folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(join('src', 'setup') + sep))
    .sort();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await exitOnError(async () => {
    await ensureInstalled();
    await ensureBuilt();
  });
}
