import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const folder = join(root, 'docs', 'screens', 'desk');
const authenticator = JSON.parse(readFileSync(join(root, 'src/setup/virtual-authenticator.json'), 'utf8'));
const pin = '274915';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../shop/locale.ts').Locale} Locale */

const sizes = {
  tablet: { width: 1024, height: 768 },
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
};

/** @typedef {keyof typeof sizes} Size */

/** @type {[name: string, locale: Locale, size: Size, path: string, prepare?: (page: Page) => Promise<unknown>][]} */
const screens = [
  ['today', 'ee', 'tablet', '/'],
  ['order', 'ee', 'tablet', '/o/{ready}'],
  ['calendar', 'ee', 'tablet', '/calendar'],
  ['put-aside', 'ee', 'tablet', '/o/{placed}/put-aside', (page) => page.locator('main input').first().fill('A3')],
  ['hand-over', 'ee', 'tablet', '/o/{paid}/hand-over'],
  ['search', 'ee', 'tablet', '/search?text=205%2F55+R16'],
  ['arriving', 'ee', 'tablet', '/arriving'],
  ['counter-sale', 'ee', 'tablet', '/sell?tire={tire}', (page) => page.getByText('Eemalda').waitFor()],
  ['money', 'ee', 'tablet', '/money', (page) => page.locator('main button[data-row]').first().click()],
  ['month', 'ee', 'tablet', '/money/month'],
  ['figures', 'ee', 'tablet', '/figures'],
  ['shop', 'ee', 'tablet', '/shop'],
  ['price-list', 'ee', 'tablet', '/price-list', choosePriceList],
  ['today', 'ru', 'phone', '/'],
  ['order', 'ru', 'phone', '/o/{ready}'],
  ['calendar', 'ru', 'phone', '/calendar'],
  ['hand-over', 'ru', 'phone', '/o/{ready}/hand-over'],
  ['month', 'ru', 'phone', '/money/month'],
  ['today', 'en', 'desktop', '/'],
  ['calendar', 'en', 'desktop', '/calendar'],
];

/** Takes screenshots of the desk of a shop with a demonstration day. `invitation`: the address that the shop prints at its start. */
export async function takeDeskScreens(/** @type {Browser} */ browser, /** @type {string} */ invitation) {
  const firstOwner = await enrol(browser, invitation);
  // The pictures show the desk of an owner with a name: the first owner is called `Owner`.
  const page = await enrol(browser, await invite(firstOwner, 'Malle', 'owner'));
  const worker = await enrol(browser, await invite(firstOwner, 'Kati', 'worker'));
  await firstOwner.context().close();
  await setPin(worker);
  await worker.context().close();
  const ids = await findIds(page);
  for (const [name, locale, size, path, prepare] of screens) {
    await page.evaluate((language) => localStorage.setItem('desk-language', language), locale);
    await page.setViewportSize(sizes[size]);
    await open(
      page,
      path.replace(/\{(\w+)\}/, (_, id) => ids[/** @type {keyof typeof ids} */ (id)]),
    );
    await prepare?.(page);
    await takeScreenshot(page, `${name}-${locale}`);
  }
  await takeStationScreens(page);
  await page.context().close();
}

/** Opens an invitation in a new browser context, and registers a passkey. Returns the page. */
async function enrol(/** @type {Browser} */ browser, /** @type {string} */ invitation) {
  const origin = new URL(invitation).origin;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: sizes.tablet,
    reducedMotion: 'reduce',
    locale: 'et-EE',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', { options: authenticator });
  await page.goto(invitation);
  await page.locator('[data-primary]').waitFor();
  if (new URL(page.url()).pathname === '/invite') await takeScreenshot(page, 'invitation-ee');
  await page.locator('[data-primary]').click();
  await page.locator('nav').first().waitFor();
  return page;
}

async function invite(/** @type {Page} */ page, /** @type {string} */ name, /** @type {'owner' | 'worker'} */ role) {
  await open(page, '/shop');
  const people = page.locator('section', { has: page.getByRole('heading', { name: 'Inimesed' }) });
  await people.getByRole('button', { name: 'Kutsu' }).click();
  await people.getByLabel('Nimi').fill(name);
  await people.locator(`label:has(input[value=${role}])`).click();
  await people.getByRole('button', { name: 'Kutsu' }).click();
  return (await people.locator('code').textContent()) ?? '';
}

async function setPin(/** @type {Page} */ page) {
  await open(page, '/me');
  await page.getByLabel('Uus PIN-kood').fill(pin);
  await page.getByRole('button', { name: 'Salvesta PIN-kood' }).click();
  await page.getByText('Teil on PIN-kood').waitFor();
}

async function takeStationScreens(/** @type {Page} */ page) {
  await page.evaluate(() => localStorage.setItem('desk-language', 'ee'));
  await page.setViewportSize(sizes.tablet);
  await open(page, '/shop');
  const stations = page.locator('section', { has: page.getByRole('heading', { name: 'Töökohad' }) });
  await stations.getByLabel('Uue töökoha nimi').fill('Lett');
  await stations.getByRole('button', { name: 'Lisa töökoht' }).click();
  await page.goto((await stations.locator('code').textContent()) ?? '');
  await page.getByRole('button', { name: 'Logi sisse pääsuvõtmega' }).click();
  await page.locator('nav').first().waitFor();
  await setPin(page);
  await page.getByRole('button', { name: 'Lukusta' }).click();
  await page.getByRole('button', { name: 'Kati' }).waitFor();
  await takeScreenshot(page, 'sign-in-ee');
  await page.getByRole('button', { name: 'Kati' }).click();
  await page.keyboard.type(pin.slice(0, 3));
  await takeScreenshot(page, 'pin-ee');
}

/** Returns the values of the placeholders: an order whose tires must be put aside, an unpaid and a paid one that wait for their buyers, and a tire. */
async function findIds(/** @type {Page} */ page) {
  const read = async (/** @type {string} */ path) => (await page.request.get(path)).json();
  const { branches } = await read('/api/session');
  const today = await read(`/api/today?branch=${branches[0].id}`);
  const { tires } = await read('/api/search?text=205%2F55+R16');
  const tire = tires.find((/** @type {any} */ result) =>
    result.branches.some((/** @type {any} */ { branch, free }) => branch === branches[0].id && free >= 4),
  );
  const waitingOrder = (/** @type {boolean} */ isPaid) =>
    today.waiting.rows.find((/** @type {any} */ { money }) => money.paid === isPaid).number;
  return { placed: today.toDo.rows[0].number, ready: waitingOrder(false), paid: waitingOrder(true), tire: tire.id };
}

/** Uploads a price list in which every 900th price is raised, and the last tire is missing. */
async function choosePriceList(/** @type {Page} */ page) {
  const rows = readFileSync(join(root, 'data/price-list.csv'), 'utf8').trim().split('\n');
  const column = rows[0]?.split(',').indexOf('price') ?? -1;
  const changed = rows.slice(0, -1).map((row, index) => {
    const cells = row.split(',');
    if (index % 900 === 1) cells[column] = (Number(cells[column]) * 1.3).toFixed(2);
    return cells.join(',');
  });
  const chooser = page.waitForEvent('filechooser');
  await page.locator('main button').first().click();
  const buffer = Buffer.from(`${changed.join('\n')}\n`);
  await (await chooser).setFiles({ name: 'hinnakiri.csv', mimeType: 'text/csv', buffer });
  await page.locator('main [data-primary]').waitFor();
}

async function open(/** @type {Page} */ page, /** @type {string} */ path) {
  await page.goto(path);
  await page.locator('main h1').waitFor();
  const loadingMessage = page.locator('main [role=status]');
  await loadingMessage.waitFor({ state: 'detached' });
}

async function takeScreenshot(/** @type {Page} */ page, /** @type {string} */ name) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, String(page.viewportSize()?.width), `${name}.png`) });
}
