import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { browserShop, cartOf, desktop, open, phone } from '../../support/browser/browser.ts';
import { clippedRings } from '../../support/browser/clipped-rings.ts';
import { controlBoxes, expectAligned, rowsOf } from '../../support/browser/control-boxes.ts';

const shop = browserShop();

let cart = '';
let ids: string[] = [];

beforeAll(async () => {
  const list = await fetch(`${shop.address}/api/v1/products?season=winter_friction&limit=4`);
  ids = ((await list.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
  cart = await cartOf(shop.address, { [ids[0] ?? '']: 2, [ids[1] ?? '']: 4 });
});

/** Name and path of each page, and the controls that stand in rows on it. */
const pages: [string, () => string, string?][] = [
  ['the list', () => `/?season=winter_friction&compare=${ids[0]}&compare=${ids[1]}`, rowsOf.filters],
  ['an empty list', () => '/?season=truck'],
  ['a tire', () => `/product?id=${ids[0]}`, rowsOf.purchase],
  ['the comparison', () => `/compare?${ids.map((id) => `id=${id}`).join('&')}`],
  ['the cart', () => '/cart'],
  ['the order', () => '/order', rowsOf.order],
  ['the FAQ', () => '/faq'],
  ['the withdrawal', () => '/withdrawal'],
];

test.each([
  ['a wide screen', desktop],
  ['a phone', phone],
])(
  'on %s no focus ring is clipped on any page, and selects, fields and buttons of a row are equally high',
  async (_, device) => {
    const page = await shop.visit({ ...device, storage: { cart } });
    for (const [name, path, controlsInRows] of pages) {
      await open(page, path());
      await page.waitForLoadState('networkidle');
      if (controlsInRows) expectAligned(await page.evaluate(controlBoxes, controlsInRows));
      expect({ name, clipped: await page.evaluate(clippedRings, 'body') }).toEqual({ name, clipped: [] });
    }
  },
);

/** Apple and Google advise 44 px and 48 px; WCAG 2.2 asks for 24 px. */
const leastHeight = 44;

/** How many pixels of the screen above and below the middle of a link lead to it. */
const tapHeight = (link: Locator) =>
  link.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const leadsHere = (y: number) => document.elementFromPoint(left + width / 2, y)?.closest('a') === element;
    let [first, last] = [top + height / 2, top + height / 2];
    while (leadsHere(first - 1)) first -= 1;
    while (leadsHere(last + 1)) last += 1;
    return last - first + 1;
  });

/** The query of a list with a model of which there are variants. */
async function listWithVariants(): Promise<string> {
  for (const season of ['winter_friction', 'summer', 'all_season']) {
    const query = `?treadWidth=205&profile=55&diameter=16&season=${season}`;
    const answer = await fetch(`${shop.address}/api/v1/products${query}&grouped=1`);
    const { variants = [] } = (await answer.json()) as { variants?: unknown[][] };
    if (variants.some((others) => others.length > 0)) return query;
  }
  throw new Error('The demonstration price list has no variants');
}

test('on a phone, the links to compare and to variants are high enough for a thumb, and a tap on the picture of a tire opens it', async () => {
  const page = await shop.visit({ ...phone, storage: { isCookieAccepted: 'true' } });
  await open(page, `/${await listWithVariants()}`);
  const withVariants = page.locator('.tire-row').filter({ has: page.locator('.variant') });
  const without = page.locator('.tire-row').filter({ hasNot: page.locator('.variant') });
  const links = [
    withVariants.first().locator('.variant').first(),
    withVariants.first().locator('.variant').last(),
    withVariants.first().locator('.compare'),
    without.first().locator('.compare'),
  ];
  const low: [string, number][] = [];
  for (const link of links) {
    const height = await tapHeight(link);
    if (height < leastHeight) low.push([await link.evaluate(({ outerHTML }) => outerHTML.slice(0, 120)), height]);
  }
  expect(low).toEqual([]);

  const row = page.locator('.tire-row').first();
  const to = `${await row.getByRole('heading').getByRole('link').getAttribute('href')}`;
  await row.locator('img').scrollIntoViewIfNeeded();
  const box = await row.locator('img').boundingBox();
  if (!box) throw new Error('The picture is not shown');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForURL(`**${to}`);
});

test('nothing covers the open filters at 768, 1280 and 1920 px', async () => {
  const page = await shop.visit({ storage: { isCookieAccepted: 'true' } });
  await open(page, '/?season=winter_friction');
  await page.locator('.more-filters > summary').click();
  for (const width of [768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const covered = await page.locator('.more-filters :is(input, select)').evaluateAll((controls) =>
      controls.flatMap((control) => {
        control.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        return above && control.contains(above)
          ? []
          : [`${control.id || control.getAttribute('value')}: ${above?.className}`];
      }),
    );
    expect({ width, covered }).toEqual({ width, covered: [] });
  }
});
