import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deskInBrowser, tablet } from '../../support/desk/browser.ts';
import { screens } from '../../support/desk/screens.ts';

const { desk, signIn } = deskInBrowser();

/** In CSS pixels, for fingers in gloves. */
const leastPx = 48;

/** The controls that are smaller, except links inside a text (WCAG 2.5.8). */
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

const phone = { width: 360, height: 740 };

test('every control is large enough on a tablet and a phone, and no screen needs more than two requests', async () => {
  const number = await desk.shop.paidOrder();
  const page = await signIn('owner');
  const small: string[] = [];
  for (const [name, path] of screens) {
    const requests: string[] = [];
    const count = (request: { url(): string }) => {
      const { pathname } = new URL(request.url());
      // The requests of the frame around every screen are not counted.
      if (pathname.startsWith('/api/') && !['/api/session', '/api/events'].includes(pathname)) requests.push(pathname);
    };
    page.on('request', count);
    await page.goto(path.replace('NUMBER', number));
    await page.locator('main h1').waitFor();
    await page.locator('main [role=status]').waitFor({ state: 'detached' });
    for (const viewport of [phone, tablet.viewport]) {
      await page.setViewportSize(viewport);
      small.push(...(await smallTargets(page)).map((target) => `${name} at ${viewport.width} px: ${target}`));
    }
    page.off('request', count);
    expect(requests.length, `${name}: ${requests}`).toBeLessThanOrEqual(2);
  }
  expect(small).toEqual([]);
});
