import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

let running: Promise<Browser> | undefined;

/** The Chromium that all test files of this worker share; it ends with the worker. */
export async function openChromium(): Promise<Browser> {
  if (!(await running)?.isConnected()) running = launchChromium();
  return running as Promise<Browser>;
}

/** A Chromium with a back/forward cache, which Playwright disables. */
export function chromiumWithBackForwardCache(): Promise<Browser> {
  return launchChromium(['--enable-features=BackForwardCache'], ['--disable-back-forward-cache']);
}

const headlessShell = '/usr/bin/chromium-headless-shell';

function launchChromium(furtherArgs: string[] = [], ignoreDefaultArgs: string[] = []): Promise<Browser> {
  // `npm test` finds or installs a browser; a file that is run alone uses Debian's headless shell.
  const executablePath = process.env.CHROMIUM || headlessShell;
  if (!existsSync(executablePath)) throw new Error(`${executablePath} is missing: set CHROMIUM, or run npm test once`);
  const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
  // A limit of one prevents a spare renderer process.
  const args = ['--disable-gpu', '--disable-sync', '--renderer-process-limit=1', ...quiet, ...furtherArgs];
  const chromiumSandbox = process.getuid?.() !== 0;
  return chromium.launch({ executablePath, args, ignoreDefaultArgs, chromiumSandbox });
}
