import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { takeDeskScreens } from './desk-screens.mjs';
import { ensureInstalled } from './install.mjs';
import { exitOnError, root } from './project.mjs';

const widths = [360, 768, 1280];
const folder = join(root, 'docs', 'screens');

/** @typedef {import('../shop/locale.ts').Locale} Locale */
/** @type {[name: string, locale: Locale, path: string][]} The placeholders {tire}, {tires} and {order} are replaced. */
const pages = [
  ['home', 'ee', '/'],
  ['product', 'ru', '/product?id={tire}'],
  ['compare', 'en', '/compare?{tires}'],
  ['cart', 'en', '/cart'],
  ['order', 'ee', '/order'],
  ['success', 'ru', '/success?order={order}'],
  ['faq', 'en', '/faq'],
  ['faq-buy', 'ee', '/faq/buy'],
  ['faq-policy', 'ru', '/faq/policy'],
  ['faq-warranty', 'en', '/faq/warranty'],
  ['withdrawal', 'ee', '/withdrawal'],
];

await exitOnError(async () => {
  const node = await ensureInstalled();
  await ensureBuilt({ quiet: true });
  const executablePath = await ensureChromium();
  const dataDir = mkdtempSync(join(tmpdir(), 'rehvipood-screens-'));
  const { address, invitation, stop } = await startShop(node, dataDir);
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath,
    args: ['--lang=et'],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const { tire, compareQuery, cart } = await sampleTires(address);
    const order = await placeOrder(address, tire);
    await takeDeskScreens(browser, invitation);
    const isDeskOnly = process.argv.includes('desk');
    if (isDeskOnly) return;
    for (const [name, locale, path] of pages) {
      const pathWithIds = path
        .replace('{tire}', tire.id)
        .replace('{tires}', String(compareQuery))
        .replace('{order}', order);
      const url = address + (locale === 'ee' ? '' : `/${locale}`) + pathWithIds;
      for (const width of widths) await takeScreenshot(browser, { name, locale, url, width, address, cart });
    }
  } finally {
    await browser.close();
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function startShop(/** @type {string} */ node, /** @type {string} */ dataDir) {
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '' };
  const shop = spawn(node, [join(root, 'build/server/server.js'), '--demo-day'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => shop.on('exit', resolve));
  let invitation = '';
  for await (const line of createInterface(shop.stdout)) {
    invitation = /https?:\S+\/invite#\S+/.exec(line)?.[0] ?? invitation;
    const address = /The shop is open: (\S+)/.exec(line)?.[1];
    if (!address) continue;
    const stop = async () => {
      shop.kill('SIGTERM');
      await exited;
    };
    return { address, invitation, stop };
  }
  throw new Error('The shop did not open.');
}

async function sampleTires(/** @type {string} */ address) {
  const response = await fetch(
    `${address}/api/v1/products?treadWidth=205&profile=55&diameter=16&season=winter_friction`,
  );
  /** @type {{ items: any[] }} */
  const { items } = await response.json();
  const labelled = items.filter(({ available, label }) => available >= 8 && label);
  // Skips the three cheapest: the API sorts by price.
  const tires = labelled.slice(3);
  const cart = Object.fromEntries(tires.slice(0, 2).map((tire) => [tire.id, { ...tire, count: 4 }]));
  const compareQuery = new URLSearchParams(tires.slice(0, 4).map(({ id }) => ['id', id]));
  return { tire: tires[0], compareQuery, cart };
}

async function placeOrder(/** @type {string} */ address, /** @type {{ id: string, price: number }} */ { id, price }) {
  const response = await fetch(`${address}/api/v1/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({
      locale: 'ru',
      customer: { name: 'Mari Maasikas', email: 'mari@example.com', phone: '+372 5123 4567' },
      company: null,
      branch: 'annelinn',
      fulfilment: 'fitting',
      plate: '123 ABC',
      paymentMethod: 'bank_transfer',
      items: [{ id, count: 4, price }],
      note: '',
      acceptTerms: true,
    }),
  });
  const { order } = await response.json();
  return `${order.number}#${order.token}`;
}

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {{ name: string, locale: Locale, url: string, width: number, address: string, cart: object }} Shot */

async function takeScreenshot(
  /** @type {Browser} */ browser,
  /** @type {Shot} */ { name, locale, url, width, address, cart },
) {
  const localStorage = [
    { name: 'isCookieAccepted', value: 'true' },
    { name: 'cart', value: JSON.stringify(cart) },
  ];
  const isPhone = width < 500;
  const phone = { viewport: { width, height: 780 }, deviceScaleFactor: 1 };
  // Scaled down, because these pictures need only show the layout.
  const desktop = { viewport: { width, height: 800 }, deviceScaleFactor: 0.6 };
  const context = await browser.newContext({
    ...(isPhone ? phone : desktop),
    reducedMotion: 'reduce',
    locale: { ee: 'et-EE', ru: 'ru-RU', en: 'en-GB' }[locale],
    storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
  });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.screenshot({ path: join(folder, String(width), `${name}-${locale}.png`) });
  await context.close();
}
