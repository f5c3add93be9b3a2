import { ensureBuilt } from './build.mjs';
import { findOnPath } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { exitOnError, runTool } from './project.mjs';

/** The browsers besides Chromium. `variable`: the environment variable with the path of the browser or its driver. */
const browsers = [
  { name: 'Firefox', variable: 'FIREFOX', commands: ['firefox-esr', 'firefox'], packages: ['firefox-esr'] },
  {
    name: 'WebKit',
    variable: 'WEBKIT_DRIVER',
    commands: ['WebKitWebDriver'],
    // WebKitGTK has no headless mode.
    needs: 'Xvfb',
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
];

/** Sets the environment variable of a browser. Returns false if the browser is not installed. */
function findBrowser(/** @type {typeof browsers[number]} */ { variable, commands, needs }) {
  const path = process.env[variable] || findOnPath(commands);
  if (!path || (needs && !findOnPath([needs]))) return false;
  process.env[variable] = path;
  return true;
}

await exitOnError(async () => {
  const missing = browsers.filter((browser) => !findBrowser(browser));
  if (missing.length < browsers.length) {
    await ensureInstalled();
    await ensureBuilt({ quiet: true });
    const config = ['--config', 'test/other-browsers/vitest.config.ts'];
    const tests = await runTool('vitest', ['run', ...config, ...process.argv.slice(2)]);
    process.exitCode = tests.code;
  }
  if (missing.length === 0) return;
  const packages = missing.flatMap((browser) => browser.packages).join(' ');
  throw new Error(
    `Not tested in ${missing.map(({ name }) => name).join(' and ')}. On Debian: apt-get install ${packages}`,
  );
});
