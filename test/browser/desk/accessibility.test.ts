import { expect, test } from 'vitest';
import { localeIds } from '../../../src/shop/locale.ts';
import { expectAccessible, scopeIn } from '../../support/browser/axe.ts';
import { deskInBrowser, tablet } from '../../support/desk/browser.ts';
import { screens } from '../../support/desk/screens.ts';
import { appointmentAt } from '../../support/orders/appointments.ts';
import { elementsWiderThan } from '../../support/wider.ts';

const { desk, signIn } = deskInBrowser();

test.each(localeIds)(
  'axe finds no violations on any screen, and no screen is wider than the window, in %s',
  async (language) => {
    const number = await desk.shop.paidOrder({ fulfilment: 'fitting' });
    const page = await signIn('owner', { language });
    for (const [name, path] of screens) {
      await page.goto(path.replace('NUMBER', number));
      await page.locator('main h1').waitFor();
      await page.locator('main [role=status]').waitFor({ state: 'detached' });
      await expectAccessible(page, `${name} (${language})`, {
        screens: [tablet.viewport, { width: 360, height: 740 }],
        ...scopeIn(language),
      });
    }
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
      screens: [tablet.viewport, { width: 360, height: 740 }],
      ...scopeIn(language),
    });
    await page.locator('header button').last().click();
    await page.locator('main').waitFor();
    await expectAccessible(page, `Sign in (${language})`, { screens: [tablet.viewport], ...scopeIn(language) });
    expect(page.url()).toContain(desk.address);
  },
);

test('names of one long word make no screen wider than a phone', async () => {
  const name = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft';
  const customer = { name, email: 'mari@example.com', phone: '+372 5123 4567' };
  const company = { name: `${name} OÜ`, regCode: '10137025', vatNumber: 'EE100366327', address: name };
  const number = await desk.shop.paidOrder({ customer, company, note: name });
  await desk.shop.db
    .insertInto('fitting_bookings')
    .values({ ...appointmentAt('2026-11-20T12:00:00Z'), state: 'booked', name, storage: true })
    .execute();
  const page = await signIn('owner', { viewport: { width: 360, height: 740 } });
  const wide: string[] = [];
  for (const [screen, path] of [...screens, ['Found', `/search?text=${name}`]] as const) {
    await page.goto(path.replace('NUMBER', number));
    await page.locator('main h1').waitFor();
    await page.locator('main [role=status]').waitFor({ state: 'detached' });
    wide.push(...(await elementsWiderThan(page, 360)).map((element) => `${screen}: ${element}`));
  }
  expect(wide).toEqual([]);
});
