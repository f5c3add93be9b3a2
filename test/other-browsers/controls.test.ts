import { describe, expect, test } from 'vitest';
import ee from '../../src/messages/ee.json';
import { clippedRings } from '../support/browser/clipped-rings.ts';
import { controlBoxes, expectAligned, rowsOf } from '../support/browser/control-boxes.ts';
import { desktop, otherBrowserShop, otherBrowsers, phone } from '../support/other-browsers/other-browsers.ts';
import { button, link } from '../support/other-browsers/visitor.ts';

const { visit } = otherBrowserShop();

describe.each(otherBrowsers)('in $name', (browser) => {
  test.each([desktop, phone])('controls are aligned on a screen of $width px', async (size) => {
    const page = await visit(browser, size, '/?lang=ee');
    expectAligned(await page.evaluate(controlBoxes, rowsOf.filters));
    // On a phone the opened filters cover the page.
    await page.open('/');
    await page.press(button(ee.cookies.accept));
    await page.press({ selector: 'main section a[href*="/product?id="]' });
    await page.urlWith('/product?id=');
    await page.textOf(button(ee.tire.add));
    expectAligned(await page.evaluate(controlBoxes, rowsOf.purchase));
    await page.press(button(ee.tire.add));
    await page.textOf(link(ee.tire.inCart));
    expectAligned(await page.evaluate(controlBoxes, rowsOf.purchase));
    await page.open('/order');
    await page.textOf(button(ee.order.submit));
    expectAligned(await page.evaluate(controlBoxes, rowsOf.order));
  });

  test.each([desktop, phone])('no focus ring is clipped on a screen of $width px', async (size) => {
    const page = await visit(browser, size, '/?lang=ee');
    expect(await page.evaluate(clippedRings, 'header, #filters, main li:first-child')).toEqual([]);
  });
});
