import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserShop, cartOf, desktop, open, phone } from '../../support/browser/browser.ts';

const shop = browserShop();

let cart = '';
let ids: string[] = [];

beforeAll(async () => {
  const list = await fetch(`${shop.address}/api/v1/products?season=winter_friction&limit=4`);
  ids = ((await list.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
  cart = await cartOf(shop.address, { [ids[0] ?? '']: 2, [ids[1] ?? '']: 4 });
});

/** Focuses every control in turn; returns those whose focus ring is missing or clipped by an ancestor or the page. */
function clippedRings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select, textarea, summary, [tabindex="0"]',
    );
    const clipped: string[] = [];
    for (const control of controls) {
      control.focus({ focusVisible: true } as FocusOptions);
      if (document.activeElement !== control) continue;
      const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(control);
      const reach =
        outlineStyle === 'none' ? Number.NaN : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const box = control.getBoundingClientRect();
      // Distances from the control to the edges of the page and, below, of each ancestor that clips its content.
      const room = [box.left, document.documentElement.clientWidth - box.right, box.top + scrollY];
      for (
        let ancestor = control.parentElement;
        ancestor && ancestor !== document.body;
        ancestor = ancestor.parentElement
      ) {
        const style = getComputedStyle(ancestor);
        const clips = style.overflowX !== 'visible' || style.contentVisibility === 'auto';
        if (!clips) continue;
        const { left, right, top, bottom } = ancestor.getBoundingClientRect();
        const margin =
          style.overflowX === 'visible' ? Number.parseFloat(style.getPropertyValue('overflow-clip-margin')) : 0;
        room.push(
          ...[box.left - left, right - box.right, box.top - top, bottom - box.bottom].map(
            (distance) => distance + margin,
          ),
        );
      }
      const name = control.getAttribute('aria-label') ?? (control.textContent || control.getAttribute('name'));
      const isWholeRingVisible = Math.min(...room) >= reach - 0.5;
      if (!isWholeRingVisible) clipped.push(`${control.localName} ${name?.trim()}: ${Math.min(...room)} of ${reach}`);
    }
    return clipped;
  });
}

const pages: [string, () => string][] = [
  ['the list', () => `/?season=winter_friction&compare=${ids[0]}&compare=${ids[1]}`],
  ['an empty list', () => '/?season=truck'],
  ['a tire', () => `/product?id=${ids[0]}`],
  ['the comparison', () => `/compare?${ids.map((id) => `id=${id}`).join('&')}`],
  ['the cart', () => '/cart'],
  ['the order', () => '/order'],
  ['the FAQ', () => '/faq'],
  ['the withdrawal', () => '/withdrawal'],
];

describe.each([
  ['a wide screen', desktop],
  ['a phone', phone],
])('on %s no focus ring is clipped', (_, device) => {
  test.each(pages)('on %s', async (_name, path) => {
    const page = await shop.visit({ ...device, storage: { cart } });
    await open(page, path());
    await page.waitForLoadState('networkidle');
    expect(await clippedRings(page)).toEqual([]);
  });
});
