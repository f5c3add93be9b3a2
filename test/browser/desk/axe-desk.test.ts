import { expect, test } from 'vitest';
import { localeIds, locales } from '../../../src/shop/locale.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { eventually } from '../../support/browser/browser.ts';
import { browserDesk, deskMessages } from '../../support/browser/desk-browser.ts';

const desk = browserDesk();

/** In ms. Each screen runs axe four times, for a second or more each. */
const timeoutMs = 300_000;

test.each(localeIds)(
  'axe finds no violations on the screens of the desk, in %s',
  { timeout: timeoutMs },
  async (locale) => {
    const t = deskMessages[locale];
    const number = await desk.order();
    const page = await desk.invited({ language: locale });
    const enrol = page.getByRole('button', { name: t.invitation.enrol });
    await enrol.waitFor();
    await expectAccessible(page, `${locale} invitation`);
    await enrol.click();
    const row = page.getByRole('link', { name: new RegExp(number) });
    await row.first().waitFor();
    await expectAccessible(page, `${locale} Today`);
    for (const [path, ready] of [
      [`/o/${number}`, page.getByText('Mari Maasikas')],
      [`/o/${number}/put-aside`, page.getByLabel(t.putAside.shelf)],
      [`/o/${number}/hand-over`, page.locator('main [data-primary]')],
      [`/search?text=${number}`, row],
    ] as const) {
      await page.goto(desk.shop.deskUrl + path);
      await ready.first().waitFor();
      await expectAccessible(page, `${locale} ${path}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: t.shell.signOut }).click();
    await page.getByRole('button', { name: t.signIn.passkey }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe(locales[locale].language);
    await expectAccessible(page, `${locale} sign-in`);
  },
);

/** Screens that need nothing but an owner. */
const screens = [
  '/arriving',
  '/transfers',
  '/purchases',
  '/sell?tire=tire',
  '/phone?tire=tire',
  '/tires/tire',
  '/count',
  '/cash',
  '/figures',
  '/money',
  '/shop',
  '/me',
  '/more',
];

test.each(localeIds)('axe finds no violations on the other screens, in %s', { timeout: timeoutMs }, async (locale) => {
  await desk.order();
  const page = await desk.entered({ language: locale, role: 'owner' });
  for (const path of screens) {
    await page.goto(desk.shop.deskUrl + path);
    await page.locator('main h1').waitFor();
    await eventually(() => page.locator('main').getByRole('status').count()).toBe(0);
    await expectAccessible(page, `${locale} ${path}`);
  }
});
