import { expect, test } from 'vitest';
import { localeIds } from '../../../src/shop/locale.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { deskInBrowser, tablet } from '../../support/desk/browser.ts';

const { desk, signIn } = deskInBrowser();

const screens = [
  ['Today', '/'],
  ['Search', '/search?text=205/55 R16'],
  ['Order', '/o/NUMBER'],
  ['Put aside', '/o/NUMBER/put-aside'],
  ['Hand over', '/o/NUMBER/hand-over'],
  ['Change', '/o/NUMBER/change'],
  ['Refund', '/o/NUMBER/refund'],
  ['Arriving', '/arriving'],
  ['Transfers', '/transfers'],
  ['Purchases', '/purchases'],
  ['Counter sale', '/sell?tire=tire'],
  ['Phone order', '/phone?tire=tire'],
  ['Tire', '/tires/tire'],
  ['Count', '/count?tire=tire'],
  ['Cash', '/cash'],
  ['Money', '/money'],
  ['Figures', '/figures'],
  ['Price list', '/price-list'],
  ['Shop', '/shop'],
  ['Me', '/me'],
] as const;

test.each(localeIds)('axe finds nothing on any screen, and none is wider than the window, in %s', async (language) => {
  const number = await desk.shop.paidOrder();
  const page = await signIn('owner', { language });
  for (const [name, path] of screens) {
    await page.goto(path.replace('NUMBER', number));
    await page.locator('main h1').waitFor();
    await page.locator('main [role=status]').waitFor({ state: 'detached' });
    await expectAccessible(page, `${name} (${language})`, [tablet.viewport, { width: 360, height: 740 }]);
  }
  await page.locator('header button').last().click();
  await page.locator('main').waitFor();
  await expectAccessible(page, `Sign in (${language})`, [tablet.viewport]);
  expect(page.url()).toContain(desk.address);
});
