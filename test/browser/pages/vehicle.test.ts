import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { importVehicles } from '../../../src/shop/catalog/vehicles/import-vehicles.server.ts';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { browserShop, eventually, messages } from '../../support/browser/browser.ts';
import { setCatalogue } from '../../support/catalogue/set-catalogue.ts';
import { elementsWiderThan } from '../../support/wider.ts';

const shop = browserShop({ template: setCatalogue });

beforeAll(async () => {
  const list = createReadStream(join(import.meta.dirname, '../../../docs/examples/vehicles.csv'));
  expect(await importVehicles(shop.db, list, { dryRun: false })).toMatchObject({ refusal: null });
});

test.each(localeIds)(
  'a car is chosen without script, and axe finds no violations on the way, in %s',
  async (locale) => {
    const t = messages[locale].vehicle;
    const path = localizedPath('/vehicle', locale);
    await eventually(async () => (await fetch(shop.address + path)).status).toBe(200);
    const page = await shop.visit({ language: locale });
    await page.goto(path);
    expect(await page.locator('script').count()).toBe(0);
    await expectAccessible(page, 'first step');
    await page.locator('select[name=make]').selectOption('BMW');
    await page.getByRole('button').first().click();
    await page.locator('select[name=model]').selectOption('3');
    await page.getByRole('button').last().click();
    await page.getByText(t.compare).waitFor();
    expect(new URL(page.url()).search).toBe('?make=BMW&model=3');
    await expectAccessible(page, 'sizes');
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await elementsWiderThan(page, width)).toEqual([]);
    }
    await page.getByRole('link', { name: /Pilot Sport 5/ }).click();
    await page.getByRole('heading', { name: messages[locale].tireSet.rear }).waitFor();
  },
);
