import { expect, test } from 'vitest';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { type Locale, localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { textsIn, withPlainSpaces } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';

const messages = withPlainSpaces({ ee, en, ru });
let now = new Date('2026-11-21T12:00:00Z');
const shop = wholeShop({}, { now: () => now });

/** The text of the product page of a model, which says whether the tire may be used on the road today. */
async function productText(model: string, locale: Locale = 'en'): Promise<string> {
  const { text } = await shop.get(href('product', locale, `?id=${await idOf(shop.db.kysely, model)}`));
  return textsIn(text, 'main')[0] ?? '';
}

test('the statement whether a tire may be used today changes at midnight in Tallinn in a running shop', async () => {
  const { allowed, notAllowed, wintryOnly } = messages.en.product.road.today;
  for (const [model, instant, expectedAnswer] of [
    ['Hakka Blue 3', '2026-11-30T21:59:59Z', allowed],
    ['Hakka Blue 3', '2026-11-30T22:00:00Z', notAllowed],
    ['Hakka Blue 3', '2027-03-01T21:59:59Z', notAllowed],
    ['Hakka Blue 3', '2027-03-01T22:00:00Z', allowed],
    ['Hakkapeliitta 10', '2026-10-14T20:59:59Z', wintryOnly],
    ['Hakkapeliitta 10', '2026-10-14T21:00:00Z', allowed],
    ['Hakkapeliitta 10', '2027-03-31T20:59:59Z', allowed],
    ['Hakkapeliitta 10', '2027-03-31T21:00:00Z', wintryOnly],
    ['Hakkapeliitta 10', '2027-04-30T21:00:00Z', notAllowed],
  ] as const) {
    now = new Date(instant);
    const text = await productText(model);
    const answers = [allowed, notAllowed, wintryOnly].filter((answer) => text.includes(answer));
    expect({ model, instant, answers }).toEqual({ model, instant, answers: [expectedAnswer] });
  }
});

test.each(localeIds)(
  'states for each kind of tire whether it is allowed today, then the rule, in %s',
  async (locale) => {
    now = new Date('2026-12-24T10:00:00Z');
    const { today, rule, rules } = messages[locale].product.road;
    expect(await productText('Hakka Blue 3', locale)).toContain(`${today.notAllowed} ${rule.summer}`);
    expect(await productText('Serie 01', locale)).toContain(`${today.notAllowed} ${rule.unmarked}`);
    expect(await productText('CrossClimate 3', locale)).toContain(`${today.allowed} ${rule.winter}`);
    expect(await productText('Eskimo', locale)).toContain(`${today.allowed} ${rule.winter}`);
    expect(await productText('Hakkapeliitta 10', locale)).toContain(`${today.allowed} ${rule.studded}`);
    const truck = await productText('X Multi', locale);
    const racing = await productText('Cup 2', locale);
    expect(truck).toContain(rule.truck);
    expect(truck).toContain(rules);
    expect(racing).toContain(rule.racing);
    expect(racing).not.toContain(rules);
    for (const text of [truck, racing]) {
      for (const answer of Object.values(today)) expect(text).not.toContain(answer);
    }
  },
);

test.each(localeIds)('says that the winter mark is unknown when no price list states it, in %s', async (locale) => {
  now = new Date('2026-12-24T10:00:00Z');
  const { today, rule } = messages[locale].product.road;
  await shop.db.kysely
    .updateTable('tires')
    .set({ marks: [], snow: null, changed_at: new Date() })
    .where('model', '=', 'Serie 05')
    .execute();
  await shop.db.pool.query("select pg_notify('catalogue', 'all')");
  await expect.poll(() => productText('Serie 05', locale)).toContain(rule.unknown);
  const text = await productText('Serie 05', locale);
  for (const answer of [...Object.values(today), rule.unmarked]) expect(text).not.toContain(answer);
});

test.each(localeIds)(
  'states the rule of professional off-road tires for a tire with POR and M+S marks, in %s',
  async (locale) => {
    now = new Date('2026-12-24T10:00:00Z');
    const { today, rule } = messages[locale].product.road;
    await shop.db.kysely
      .updateTable('tires')
      .set({ marks: ['M+S', 'POR'], snow: false, changed_at: new Date() })
      .where('model', '=', 'Serie 30')
      .execute();
    await shop.db.pool.query("select pg_notify('catalogue', 'all')");
    await expect.poll(() => productText('Serie 30', locale)).toContain(`${today.allowed} ${rule.offRoad}`);
  },
);
