import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pinnedNode, root, run } from './project.mjs';

/** Debian's Chromium without a window: the same engine for half the work. */
const headless = 'chromium-headless-shell';
const names = [
  headless,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'chrome.exe',
];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const ownFolder = join(root, '.data', 'chromium');
const ownVersion = '153.0.0';

/**
 * A Chromium that runs: CHROME_PATH, the system's, Playwright's, else one that is installed now. Returns its path;
 * throws with one line when there is none to be had.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) {
    if (await works(CHROME_PATH)) return CHROME_PATH;
    throw new Error(`CHROME_PATH=${CHROME_PATH} does not run.`);
  }
  for (const find of [systemOne, playwrightsOne, () => join(ownFolder, 'chromium'), fromApt, fromNpm]) {
    const path = await find();
    if (path && (await works(path))) return path;
  }
  throw new Error('No Chromium was found or could be installed. Install one, or set CHROME_PATH.');
}

async function works(path) {
  return (
    existsSync(path) && (await run(path, ['--version', '--no-sandbox'], { stdio: 'pipe', timeout: 30_000 })).code === 0
  );
}

function systemOne() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...applications].find((path) => existsSync(path));
}

function playwrightsOne() {
  return createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath();
}

async function fromApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.error('Installing Chromium (apt-get) …');
  const options = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-q'], options);
  const install = (name) => run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], options);
  if ((await install(headless)).code !== 0) await install('chromium');
  return systemOne();
}

async function fromNpm() {
  console.error('Installing Chromium (npm) …');
  mkdirSync(ownFolder, { recursive: true });
  const from = `@sparticuz/chromium@${ownVersion}`;
  const npm = ['i', '--prefix', ownFolder, '--no-audit', '--no-fund', from];
  if ((await run('npm', npm, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })).code !== 0) return null;
  // It unpacks itself into the system's folder for temporary files.
  const script = `import('@sparticuz/chromium').then((it) => it.default.executablePath())`;
  await run(pinnedNode, ['-e', script], { cwd: ownFolder, env: { ...process.env, TMPDIR: ownFolder } });
  return join(ownFolder, 'chromium');
}
