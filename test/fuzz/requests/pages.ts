import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { pageNames, pages } from '../../../src/web/sitemap.ts';
import type { Known } from '../known.ts';
import type { Chance } from './chance.ts';
import { type Draft, encoded, getting } from './draft.ts';
import { oddText } from './odd-texts.ts';

/** Query names that pages read, and some that none reads. */
export const names = [
  'treadWidth profile diameter season manufacturer priceFrom priceTo load speed fuel wet noise snow ice runflat xl branch',
  'sort page compare size id only order token locale said key utm_source _data _routes index a[b] __proto__',
].flatMap((line) => line.split(' '));

function valueFor(name: string, { tires, makers, orders }: Known, chance: Chance): string {
  if (chance.happens(0.4)) return oddText(chance);
  if (name === 'id' || name === 'compare') return chance.pick(tires).id;
  if (name === 'manufacturer') return chance.pick(makers);
  if (name === 'order') return chance.pick(orders).number;
  if (name === 'token') return chance.pick(orders).token;
  return chance.pick(['', '205', '55', '16', '0', '1', 'A', 'winter', '-price', 'ringtee', '205/55R16', '2']);
}

/** A page in one of its languages, with a query of its names, or of a thousand unknown ones. */
export function page(known: Known, chance: Chance): Draft {
  const name = chance.pick(pageNames);
  const path = localizedPath(pages[name].path, chance.pick(localeIds));
  // Names of the page are more frequent than others.
  const likely = name === 'product' || name === 'compare' ? ['id', 'only'] : names;
  const few = Array.from({ length: chance.integerBelow(5) }, (): [string, string] => {
    const asked = chance.happens(0.1) ? oddText(chance) : chance.pick(likely);
    return [asked, valueFor(asked, known, chance)];
  });
  const many = Array.from({ length: 1500 }, (_, index): [string, string] => [`k${index}`, '1']);
  return getting(pages[name].path, path, chance.happens(0.02) ? many : few);
}

/** The branches' page of an order, or one of its buttons, by a mostly valid link. */
export function branch({ orders }: Known, chance: Chance): Draft {
  const { link } = chance.pick(orders);
  const fields = Object.entries({
    ...link,
    said: chance.pick(['paid', 'late', 'booked', oddText(chance)]),
    act: chance.pick(['paid', 'ready', 'completed', 'cancelled', oddText(chance)]),
  }).flatMap(([name, value]): [string, string][] => {
    const way = chance.integerBelow(100);
    if (way < 12) return [[name, oddText(chance)]];
    if (way < 16) return [];
    return way < 20
      ? [
          [name, value],
          [name, oddText(chance)],
        ]
      : [[name, value]];
  });
  if (chance.happens(0.5)) return getting('/branch', '/branch', fields);
  const form = fields.map(([name, value]) => `${encoded(name, true)}=${encoded(value, true)}`).join('&');
  return {
    endpoint: 'POST /branch',
    method: 'POST',
    path: '/branch',
    query: [],
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: Buffer.from(chance.happens(0.1) ? oddText(chance) : form),
  };
}
