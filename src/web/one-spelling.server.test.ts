import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { aTire } from '../../test/support/product.ts';
import { catalogue, replaceCatalogue, tireOnSale } from '../shop/catalog/catalogue.server.ts';
import { filterFields, listFromUrl } from '../shop/catalog/filter.ts';
import { moreFields } from '../shop/catalog/more-filters.ts';
import { oneSpelling } from './one-spelling.server.ts';
import { listAddress } from './pages/home/list-address.ts';

const branches = [{ id: 'ringtee' }];
const makers = ['nokian', 'michelin', 'sava'];

beforeAll(() => {
  const tires = makers.map((id) => aTire({ id: `${id}-tire`, manufacturer: { id, label: id } }));
  replaceCatalogue(tires, false);
});

/** What a list's page is made from: its list, and the address by which search engines are to know it. */
function shown(query: string) {
  const search = new URLSearchParams(query);
  const list = listFromUrl(search, 'summer', { makers: catalogue().manufacturers, branches });
  return { list, address: listAddress(search, list) };
}

const values = [
  ...['', '16', '17', '205', '55', '22.5', '0', '1', '2', 'A', 'B', 'V', '91', '72', '79.9', 'nonsense', '<b>'],
  ...['summer', 'winter_friction', 'runflat', 'price', '-price', 'name', 'ringtee', ...makers],
  ...makers.map((id) => `${id}-tire`),
];
const names = [...filterFields, ...moreFields, 'sort', 'page', 'compare', 'utm_source'];
const query = fc
  .array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values)), { maxLength: 8 })
  .map((pairs) => `?${new URLSearchParams(pairs)}`);

describe('the one spelling of a list', () => {
  test('shows what every other spelling of it shows, and is its own', () => {
    fc.assert(
      fc.property(query, (asked) => {
        const spelled = oneSpelling('index', new URLSearchParams(asked), 'summer', branches);
        // A tire to be compared that is none has no spelling.
        const unknown = shown(asked).list.compare.filter((id) => !tireOnSale(id));
        expect(spelled === null).toBe(unknown.length > 0);
        if (spelled === null) return;
        expect(shown(spelled)).toEqual(shown(asked));
        expect(oneSpelling('index', new URLSearchParams(spelled), 'summer', branches)).toBe(spelled);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is the same in whatever order, and tells apart what differs', () => {
    const spell = (asked: string) => oneSpelling('index', new URLSearchParams(asked), 'summer', branches);
    expect(spell('?fuel=A&diameter=17&utm_source=x')).toBe(spell('?diameter=17&fuel=A'));
    expect(spell('')).toBe('');
    const different = ['', '?season=', '?season=summer', '?diameter=17', '?fuel=A', '?sort=name', '?page=2'];
    expect(new Set(different.map(spell)).size).toBe(different.length);
  });
});

test.each([
  ['product', '?id=nokian-tire&utm_source=x', '?id=nokian-tire'],
  ['product', '?id=invented', null],
  ['product', '', null],
  ['compare', '?only=differences&id=nokian-tire&id=sava-tire', '?id=nokian-tire&id=sava-tire&only=differences'],
  ['compare', '?id=nokian-tire&id=invented', null],
  ['index', '?compare=invented', null],
  ['index', '?size=205', null],
  ['success', '?order=1', null],
  ['faq', '?utm_source=x', ''],
] as const)('the page %s with %j is spelled %j', (page, asked, spelled) => {
  expect(oneSpelling(page, new URLSearchParams(asked), 'summer', branches)).toBe(spelled);
});
