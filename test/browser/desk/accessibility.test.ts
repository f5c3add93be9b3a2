import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, scopeIn } from '../../support/browser/axe.ts';
import { seedTires } from '../../support/database/seed.ts';
import { deskInBrowser, tablet } from '../../support/desk/browser.ts';
import { screens } from '../../support/desk/screens.ts';
import { appointmentAt } from '../../support/orders/appointments.ts';
import { items } from '../../support/orders/order-form.ts';
import { elementsWiderThan } from '../../support/wider.ts';

const { desk, signIn } = deskInBrowser();

const phone = { width: 360, height: 740 };
/** In CSS pixels, for fingers in gloves. */
const leastPx = 48;
const longName = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft';

/** Loads a screen and its data. Expects at most two requests. */
async function loadScreen(page: Page, path: string): Promise<void> {
  const requests: string[] = [];
  const count = (request: { url(): string }) => {
    const { pathname } = new URL(request.url());
    // The requests of the frame around every screen are not counted.
    if (pathname.startsWith('/api/') && !['/api/session', '/api/events'].includes(pathname)) requests.push(pathname);
  };
  page.on('request', count);
  await page.goto(path);
  await page.locator('main h1').waitFor();
  await page.locator('main [role=status]').waitFor({ state: 'detached' });
  page.off('request', count);
  expect(requests.length, `${path}: ${requests}`).toBeLessThanOrEqual(2);
}

/** Shows a screen as a link to it does, which costs a third of loading it. Its requests say little, because data that another screen has shown may be requested later. */
async function showScreen(page: Page, path: string): Promise<void> {
  // Only the main element of another path is a new one.
  if (new URL(path, page.url()).pathname === new URL(page.url()).pathname) return loadScreen(page, path);
  await page.evaluate((next) => {
    document.querySelector('main')?.setAttribute('data-left', '');
    history.pushState(null, '', next);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator('main:not([data-left]) h1').waitFor();
  await page.locator('main [role=status]').waitFor({ state: 'detached' });
}

/** The controls that are smaller than `leastPx`, except links inside a text (WCAG 2.5.8). */
function smallTargets(page: Page) {
  return page.evaluate((least) => {
    const pressable = 'button, a[href], select, summary, input:not([type=radio], [type=checkbox]), label:has(input)';
    return [...document.querySelectorAll<HTMLElement>(pressable)]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== 'inline')
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.height < least || box.width < least))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 120)}: ${box.width} × ${box.height}`);
  }, leastPx);
}

/** Books a time and places a paid order for other tires, with one long word for each name. Returns the number of the order. */
async function orderOfLongNames(): Promise<string> {
  await seedTires(desk.shop.db, [{ id: 'other', stock: { ringtee: 4 } }]);
  const customer = { name: longName, email: 'mari@example.com', phone: '+372 5123 4567' };
  const company = { name: `${longName} OÜ`, regCode: '10137025', vatNumber: 'EE100366327', address: longName };
  await desk.shop.db
    .insertInto('fitting_bookings')
    .values({ ...appointmentAt('2026-11-20T12:00:00Z'), state: 'booked', name: longName, storage: true })
    .execute();
  return desk.shop.paidOrder({ customer, company, note: longName, items: items(['other', 4]) });
}

test.each([
  { language: 'ee', show: loadScreen, alsoExpected: '; no screen needs more than two requests' },
  { language: 'ru', show: showScreen, alsoExpected: '' },
  { language: 'en', show: showScreen, alsoExpected: '' },
] as const)(
  'in $language, axe finds no violations on any screen, no screen is wider than the window, and every control is large enough on a tablet and a phone$alsoExpected',
  async ({ language, show }) => {
    await orderOfLongNames();
    const number = await desk.shop.paidOrder({ fulfilment: 'fitting' });
    const page = await signIn('owner', { language });
    const small: string[] = [];
    for (const [name, path] of screens) {
      await show(page, path.replace('NUMBER', number));
      for (const viewport of [tablet.viewport, phone]) {
        await page.setViewportSize(viewport);
        small.push(...(await smallTargets(page)).map((target) => `${name} at ${viewport.width} px: ${target}`));
      }
      await expectAccessible(page, `${name} (${language})`, {
        screens: [tablet.viewport, phone],
        ...scopeIn(language),
      });
    }
    expect(small).toEqual([]);
    await page.goto('/phone?tire=tire');
    // When the tire is read, it moves what is below it.
    await page.locator('main li button').first().waitFor();
    await page.locator('label:has(input[value=fitting])').click();
    // The first such button opens more fields of the buyer; that of the time is there once the free times have been read.
    await page.locator('main button[aria-expanded=false]').nth(1).click();
    await page.locator('main input[type=radio]').nth(12).waitFor({ state: 'attached' });
    // A control under the sticky header would count as too small.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page, `Phone order with fitting (${language})`, {
      screens: [tablet.viewport, phone],
      ...scopeIn(language),
    });
    await page.locator('header button').last().click();
    await page.locator('main').waitFor();
    await expectAccessible(page, `Sign in (${language})`, { screens: [tablet.viewport], ...scopeIn(language) });
    expect(page.url()).toContain(desk.address);
  },
);

test('names of one long word make no screen of an order wider than a phone', async () => {
  const number = await orderOfLongNames();
  const page = await signIn('owner', { viewport: phone });
  const wide: string[] = [];
  const ofOrder = screens.filter(([, path]) => path.includes('NUMBER'));
  for (const [screen, path] of [...ofOrder, ['Found', `/search?text=${longName}`]] as const) {
    await showScreen(page, path.replace('NUMBER', number));
    wide.push(...(await elementsWiderThan(page, phone.width)).map((element) => `${screen}: ${element}`));
  }
  expect(wide).toEqual([]);
});
