import { expect, test } from 'vitest';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { textsIn, withPlainSpaces } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';

const messages = withPlainSpaces({ ee, en, ru });
const title = { ee: 'Kevadpakkumine', en: 'Spring offer', ru: 'Весеннее предложение' };
const percent = { ee: '−11%', en: '−11%', ru: '−11 %' };

const shop = wholeShop();

test.each(localeIds)(
  'the product page in %s names the campaign and its real percentage beside the price that it reduced',
  async (locale) => {
    const aside = async (model: string) => {
      const { text } = await shop.get(href('product', locale, `?id=${await idOf(shop.db.kysely, model)}`));
      return textsIn(text, 'aside')[0] ?? '';
    };
    const { kysely, pool } = shop.db;
    const setCampaign = async (campaign: string | null) => {
      await kysely.updateTable('tires').set({ campaign }).execute();
      await pool.query("select pg_notify('catalogue', 'all')");
    };
    await setCampaign(JSON.stringify(title));
    await expect
      .poll(() => aside('Hakka Blue 3'))
      .toContain(`${title[locale]} ${percent[locale]} ${messages[locale].product.lowest}`);
    // Its price is not below the earlier one.
    expect(await aside('Primacy 5')).not.toContain(title[locale]);
    await setCampaign(null);
    await expect.poll(() => aside('Hakka Blue 3')).not.toContain(title[locale]);
  },
);
