import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import type { Product } from '../../../src/shop/catalog/tire/tire.ts';
import { startBuiltShop } from '../../support/built-shop.ts';
import { testDatabase } from '../../support/database/database.ts';
import { demonstration } from '../../support/demonstration.ts';
import { decodeEntities, elements, innerHtml, plainText, textsIn } from '../../support/html.ts';
import { sendRequest } from '../../support/server/client.ts';

const size = 'treadWidth=205&profile=55&diameter=16';

let shop: Awaited<ReturnType<typeof startBuiltShop>>;
let list: ProductList;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const { url, drop } = await testDatabase(demonstration);
  closing.push(drop);
  shop = await startBuiltShop({ DATABASE_URL: url });
  closing.push(shop.stop);
  list = JSON.parse(await textOf(`/api/v1/products?${size}&season=winter_friction&sort=recommended&grouped=1`));
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const textOf = async (path: string) => (await sendRequest(shop.address, path)).text;
const rowsOf = (html: string) => html.split('<li class="tire-row">').slice(1);
const headOf = (html: string) => /<nav [^>]*class="list-head.*?<\/nav>/s.exec(html)?.[0] ?? '';

describe('the list of tires without JavaScript', () => {
  test('has a row for each model of a size, and says the order and what the signs mean', async () => {
    const html = await textOf('/en?season=winter_friction');
    const { total, groups = 0 } = list;
    expect(groups).toBeLessThan(total);
    const words = plainText(innerHtml(html, 'main')[0] ?? '');
    expect(words).toContain('Soonest first, then cheapest. in stock arrives by that day Pictures are drawings.');
    expect(words).toContain(`Page 1 of ${Math.ceil(groups / 24)}`);
    expect(rowsOf(html)).toHaveLength(24);
  });

  test('shows another variant in the row of its model, with its price', async () => {
    const at = list.variants?.findIndex((others) => others.length > 0) ?? -1;
    const [first, other] = [list.items[at], list.variants?.[at]?.[0]] as [Product, Product];
    const row = rowsOf(await textOf('/en?season=winter_friction'))[at] ?? '';
    const links = elements(row, 'a').filter((link) => link.class === 'variant');
    expect(links.map((link) => link['aria-current'])).toContain('true');
    expect(plainText(row)).toContain(`€${first.price.toFixed(2)}`);
    const link = links.find(({ href }) => href?.includes(other.id));
    const changed = rowsOf(await textOf(decodeEntities(link?.href ?? '')))[at] ?? '';
    expect(plainText(changed)).toContain(`€${other.price.toFixed(2)}`);
    expect(changed).toContain(`/product?id=${other.id}`);
  });

  test('each column head links to the list sorted by its column, the current one to the reverse order', async () => {
    const head = headOf(await textOf('/en?season=winter_friction&sort=price'));
    const links = elements(head, 'a');
    const sorts = links.map(({ href }) => new URLSearchParams(href?.split('?')[1]).get('sort') ?? 'recommended');
    expect(sorts).toEqual(['name', 'wetGrip', 'noise', 'fuel', 'recommended', '-price']);
    expect(links.map((link) => link['aria-current'])).toEqual([...Array(5).fill(undefined), 'true']);
  });

  test('says of a winter tire whether it grips ice, too', async () => {
    const rows = rowsOf(await textOf('/en?season=winter_friction&ice=1')).map(plainText);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const marks = row.slice(0, row.indexOf('Compare'));
      expect(marks).toContain(' ice grip ');
      expect(marks).not.toContain('3PMSF');
    }
    const others = list.items.findIndex(({ label, marks }) => label?.ice === false && marks.includes('3PMSF'));
    expect(plainText(rowsOf(await textOf('/en?season=winter_friction'))[others] ?? '')).toContain('3PMSF ·');
  });

  test('branches with the same day share a line', async () => {
    const query = 'season=winter_friction&ice=1&sort=price';
    const html = await textOf(`/en?${query}`);
    const { items }: ProductList = JSON.parse(await textOf(`/api/v1/products?${query}&grouped=1`));
    const ordered = items.findIndex(({ stock }) => stock.every(({ branch }) => branch === 'supplier'));
    expect(plainText(rowsOf(html)[ordered] ?? '')).toContain('Ringtee, Annelinn: ');
  });

  test('studded tires have columns of load, speed and year', async () => {
    const html = await textOf('/en?season=winter_studded');
    expect(textsIn(headOf(html), 'span').slice(0, 3)).toEqual(['Load', 'Speed', 'Year']);
    for (const row of rowsOf(html)) expect(plainText(row)).toMatch(/\d+ kg \d+ km\/h 20\d\d/);
  });
});
