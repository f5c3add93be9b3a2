import { branchActs, lineActs } from '../../../src/shop/checkout/desk/branch-order.server.ts';
import { localeIds, localizedPath } from '../../../src/shop/locale.ts';
import { pageNames, pages } from '../../../src/web/sitemap.ts';
import type { KnownData } from '../known.ts';
import type { Chance } from './chance.ts';
import { type Draft, encoded, getDraft } from './draft.ts';
import { oddText } from './odd-texts.ts';

/** Query names that pages read, and some that no page reads. */
export const queryNames = [
  'treadWidth profile diameter season manufacturer priceFrom priceTo load speed fuel wet noise snow ice runflat xl branch',
  'sort page compare size id only order token locale said key utm_source _data _routes index a[b] __proto__',
].flatMap((line) => line.split(' '));

function valueFor(name: string, { tires, manufacturers, orders }: KnownData, chance: Chance): string {
  if (chance.happens(0.4)) return oddText(chance);
  if (name === 'id' || name === 'compare') return chance.pick(tires).id;
  if (name === 'manufacturer') return chance.pick(manufacturers);
  if (name === 'order') return chance.pick(orders).number;
  if (name === 'token') return chance.pick(orders).token;
  return chance.pick(['', '205', '55', '16', '0', '1', 'A', 'winter', '-price', 'ringtee', '205/55R16', '2']);
}

/** A page in one of its languages, with up to four query names, rarely with 1,500 unknown ones. */
export function page(known: KnownData, chance: Chance): Draft {
  const name = chance.pick(pageNames);
  const path = localizedPath(pages[name].path, chance.pick(localeIds));
  const likelyNames = name === 'product' || name === 'compare' ? ['id', 'only'] : queryNames;
  const few = Array.from({ length: chance.integerBelow(5) }, (): [string, string] => {
    const queryName = chance.happens(0.1) ? oddText(chance) : chance.pick(likelyNames);
    return [queryName, valueFor(queryName, known, chance)];
  });
  const many = Array.from({ length: 1500 }, (_, index): [string, string] => [`k${index}`, '1']);
  return getDraft(pages[name].path, path, chance.happens(0.02) ? many : few);
}

/** A request for the branches' page of an order, or for one of its buttons, by a mostly valid link. */
export function branch({ orders, tires }: KnownData, chance: Chance): Draft {
  const { link } = chance.pick(orders);
  const fields = {
    ...link,
    said: chance.pick(['paid', 'late', 'booked', oddText(chance)]),
    act: chance.pick([...branchActs, ...lineActs, 'sent', oddText(chance)]),
    tire: chance.pick([chance.pick(tires).id, oddText(chance)]),
    count: chance.pick(['1', '4', '0', oddText(chance)]),
    place: chance.pick(['ringtee', 'annelinn', oddText(chance)]),
    shelf: chance.pick(['A3', oddText(chance)]),
  };
  return formDraft('/branch', fields, chance);
}

/** A request for the page of an order's fitting time, or for one of its buttons, by a mostly valid link. */
export function fittingTime({ orders }: KnownData, chance: Chance): Draft {
  const inDays = new Date(Date.now() + chance.integerBelow(20) * 24 * 60 * 60_000);
  const fields = {
    ...chance.pick(orders).fittingLink,
    act: chance.pick(['book', 'cancel', oddText(chance)]),
    sure: chance.pick(['yes', oddText(chance)]),
    at: chance.pick([`${inDays.toISOString().slice(0, 11)}10:00:00Z`, oddText(chance)]),
    vehicle: chance.pick(['car', 'suv', 'van', oddText(chance)]),
    from: chance.pick([inDays.toISOString().slice(0, 10), '9999-12-31', '0001-01-01', oddText(chance)]),
    said: chance.pick(['booked', 'cancelled', oddText(chance)]),
  };
  return formDraft('/fitting', fields, chance);
}

/** A request for a page with these fields, or a post of its form; some of the fields are odd, missing or repeated. */
function formDraft(path: string, fields: Record<string, string>, chance: Chance): Draft {
  const sent = Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    const variant = chance.integerBelow(100);
    if (variant < 12) return [[name, oddText(chance)]];
    if (variant < 16) return [];
    return variant < 20
      ? [
          [name, value],
          [name, oddText(chance)],
        ]
      : [[name, value]];
  });
  if (chance.happens(0.5)) return getDraft(path, path, sent);
  const form = sent
    .map(([name, value]) => `${encoded(name, { encodesAll: true })}=${encoded(value, { encodesAll: true })}`)
    .join('&');
  return {
    endpoint: `POST ${path}`,
    method: 'POST',
    path,
    query: [],
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: Buffer.from(chance.happens(0.1) ? oddText(chance) : form),
  };
}
