import { beforeAll, describe, expect, test } from 'vitest';
import type { CollectionDaysWithTexts } from '../../../src/messages/collection-texts.server.ts';
import { localeIds } from '../../../src/shop/locale.ts';
import { href } from '../../../src/web/sitemap.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { plainText, textsIn } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';

// Hakka Blue 3: four at Ringtee, twenty at a supplier that brings them in two working days.
let now = new Date('2026-11-23T10:00:00Z');
const shop = wholeShop({}, { now: () => now });
let id: string;

beforeAll(async () => {
  id = await idOf(shop.db.kysely, 'Hakka Blue 3');
});

/** The stock table of the product page: the tires at Ringtee, Annelinn and the supplier. */
async function daysOnPage(instant: string, locale: 'ee' | 'en' | 'ru' = 'en'): Promise<string[]> {
  now = new Date(instant);
  const { text } = await shop.get(href('product', locale, `?id=${id}`));
  const [, ...rows] = textsIn(/<table.*<\/table>/s.exec(text)?.[0] ?? '', 'tr');
  return rows;
}

/** The text of the tire's row in the list of its size. */
async function daysInList(instant: string): Promise<string> {
  now = new Date(instant);
  const { text } = await shop.get('/en?treadWidth=205&profile=55&diameter=16&season=summer');
  const row = text.split('<li class="tire-row').find((part) => part.includes('Hakka Blue 3')) ?? '';
  return plainText(/<ul class="stock">.*?<\/ul>/s.exec(row)?.[0] ?? '');
}

test('the stock table of the product page has a head', async () => {
  const { text } = await shop.get(href('product', 'en', `?id=${id}`));
  expect(textsIn(/<table.*<\/table>/s.exec(text)?.[0] ?? '', 'tr')[0]).toBe('Location In stock Collect 4 tyres');
});

describe('a cached page names no day that has passed', () => {
  test.each([
    ['on a Monday at noon', '2026-11-23T10:00:00Z', 'today', 'tomorrow', 'Wed 25 Nov'],
    ['until the cut-off of the supplier', '2026-11-23T13:29:59Z', 'today', 'tomorrow', 'Wed 25 Nov'],
    ['at the cut-off of the supplier', '2026-11-23T13:30:00Z', 'today', 'tomorrow', 'Thu 26 Nov'],
    ['until closing time', '2026-11-23T15:59:59Z', 'today', 'tomorrow', 'Thu 26 Nov'],
    ['at closing time', '2026-11-23T16:00:00Z', 'tomorrow', 'Wed 25 Nov', 'Thu 26 Nov'],
    ['a minute before midnight', '2026-11-23T21:59:00Z', 'tomorrow', 'Wed 25 Nov', 'Thu 26 Nov'],
    ['a minute after midnight', '2026-11-23T22:01:00Z', 'today', 'tomorrow', 'Thu 26 Nov'],
    ['on a Saturday', '2026-11-28T10:00:00Z', 'Mon 30 Nov', 'Tue 1 Dec', 'Wed 2 Dec'],
    ['on a Sunday', '2026-11-29T10:00:00Z', 'tomorrow', 'Tue 1 Dec', 'Wed 2 Dec'],
    ['on a public holiday', '2026-12-24T10:00:00Z', 'Mon 28 Dec', 'Tue 29 Dec', 'Wed 30 Dec'],
    ['at the earlier closing time of a day', '2026-12-31T12:00:00Z', 'Mon 4 Jan', 'Tue 5 Jan', 'Tue 5 Jan'],
  ])('%s', async (_when, instant, here, transferred, ordered) => {
    expect(await daysOnPage(instant)).toEqual([
      `Ringtee 4 ${here}`,
      `Annelinn none ${transferred}`,
      `Supplier 20 at a branch ${ordered}`,
    ]);
    expect(await daysInList(instant)).toBe(`Ringtee: ${here} Annelinn: ${transferred}`);
  });

  test.each([
    ['ee', ['Ringtee 4 täna', 'Annelinn pole homme', 'Tarnija 20 filiaalis K, 25. nov']],
    ['ru', ['Ringtee 4 сегодня', 'Annelinn нет завтра', 'Поставщик 20 в филиале ср, 25 нояб.']],
  ] as const)('in %s', async (locale, rows) => {
    expect(await daysOnPage('2026-11-23T10:00:00Z', locale)).toEqual(rows);
  });

  test.each(['index', 'product', 'cart', 'order'] as const)(
    'the document %s gets another ETag when a day changes',
    async (page) => {
      for (const locale of localeIds) {
        const path = href(page, locale, page === 'product' ? `?id=${id}` : '');
        now = new Date('2026-11-24T10:00:00Z');
        const { headers } = await shop.get(path);
        const statusAt = async (instant: string) => {
          now = new Date(instant);
          return (await shop.get(path, { 'if-none-match': headers.etag ?? '' })).status;
        };
        expect(await statusAt('2026-11-24T10:30:00Z')).toBe(304);
        expect(await statusAt('2026-11-24T13:30:00Z')).toBe(200);
      }
    },
  );
});

describe('GET /v1/collection-days', () => {
  const days = async (instant: string) => {
    now = new Date(instant);
    const answer = await shop.get('/api/v1/collection-days?locale=en');
    return { etag: answer.headers.etag, ...(JSON.parse(answer.text) as CollectionDaysWithTexts) };
  };

  test('has the days by place of the tires, and the time until which they are valid', async () => {
    expect(await days('2026-11-23T10:00:00Z')).toMatchObject({
      until: '2026-11-23T13:30:00.000Z',
      days: ['2026-11-23', '2026-11-24', '2026-11-25'],
      branches: { ringtee: { ringtee: 0, annelinn: 1, 'supplier 2': 2 } },
      texts: ['today', 'tomorrow', 'Wed\u00A025\u00A0Nov'],
    });
  });

  test('changes its answer with each change of a day', async () => {
    const instants = ['2026-11-23T10:00:00Z', '2026-11-23T13:30:00Z', '2026-11-23T16:00:00Z', '2026-11-23T22:00:00Z'];
    const etags: unknown[] = [];
    for (const instant of instants) etags.push((await days(instant)).etag);
    expect(new Set(etags).size).toBe(instants.length);
  });
});
