import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

let running: Promise<Browser> | undefined;

/** The Chromium of this worker, which ends with it; visitors have contexts of their own, and nothing in common. */
export async function openChromium(): Promise<Browser> {
  if (!(await running)?.isConnected()) running = launchChromium();
  return running as Promise<Browser>;
}

/** One that would keep pages for the way back, as visitors' browsers do and Playwright's do not. */
export function chromiumThatKeepsPages(): Promise<Browser> {
  return launchChromium(['--enable-features=BackForwardCache'], ['--disable-back-forward-cache']);
}

const debians = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

function launchChromium(further: string[] = [], without: string[] = []): Promise<Browser> {
  // `npm test` finds or installs one; what a single file run by hand finds is a Debian's.
  const executablePath = process.env.CHROME_PATH || debians.find((path) => existsSync(path));
  const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
  // No process in waiting for a page that no test opens.
  const args = ['--disable-gpu', '--disable-sync', '--renderer-process-limit=1', ...quiet, ...further];
  const chromiumSandbox = process.getuid?.() !== 0;
  return chromium.launch({ executablePath, args, ignoreDefaultArgs: without, chromiumSandbox });
}
