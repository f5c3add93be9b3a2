import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { fittingPageShop, startsOf } from '../../support/orders/fitting-page.ts';

const { works = [] } = shopConfig.fitting ?? {};
const withoutVans = works.map((work) => ({ ...work, vehicles: work.vehicles.filter((vehicle) => vehicle !== 'van') }));

const { order, linkTo, open } = fittingPageShop({ shopConfig: { ...shopConfig, fitting: { works: withoutVans } } });

test('another vehicle can be chosen where the branch agrees a time by phone for the first one', async () => {
  const link = await linkTo(await order(null));
  const page = await open(`${link}&vehicle=van`);
  expect(page.body).toContain('We agree the fitting time for these tyres by phone');
  const address = /href="([^"]*vehicle=suv)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&');
  const other = await open(address ?? '');
  expect(other.body).toContain('name="vehicle" value="suv"');
  expect(startsOf(other.body).length).toBeGreaterThan(0);
});
