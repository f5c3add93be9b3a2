import { test } from 'vitest';
import { browserShop, cartOf, desktop, open, phone } from '../../support/browser/browser.ts';
import { controlBoxes, expectAligned, rowsOf } from '../../support/browser/control-boxes.ts';

const shop = browserShop();

test.each([
  ['a wide screen', desktop],
  ['a phone', phone],
])('selects, fields and buttons of a row are equally high on %s', async (_, device) => {
  const list = await fetch(`${shop.address}/api/v1/products?season=winter_friction&limit=1`);
  const [tire] = ((await list.json()) as { items: { id: string }[] }).items;
  const id = tire?.id ?? '';
  const page = await shop.visit({ ...device, storage: { cart: await cartOf(shop.address, { [id]: 4 }) } });
  const expectAlignedAt = async (path: string, selector: string) => {
    await open(page, path);
    await page.locator(selector).first().waitFor({ state: 'attached' });
    expectAligned(await page.evaluate(controlBoxes, selector));
  };
  await expectAlignedAt('/', rowsOf.filters);
  await expectAlignedAt(`/product?id=${id}`, rowsOf.purchase);
  await expectAlignedAt('/order', rowsOf.order);
});
