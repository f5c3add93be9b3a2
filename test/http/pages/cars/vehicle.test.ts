import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import ee from '../../../../src/messages/ee.json';
import en from '../../../../src/messages/en.json';
import ru from '../../../../src/messages/ru.json';
import { importVehicles, removeVehicles } from '../../../../src/shop/catalog/vehicles/import-vehicles.server.ts';
import { localeIds, localizedPath } from '../../../../src/shop/locale.ts';
import { idOfSize, setCatalogue } from '../../../support/catalogue/set-catalogue.ts';
import { elements, plainText, textsIn, withPlainSpaces } from '../../../support/html.ts';
import { parseHead } from '../../../support/search-engines.ts';
import { publicUrl, wholeShop } from '../../../support/shop.ts';

const shop = wholeShop({}, {}, {}, setCatalogue);
const messages = withPlainSpaces({ ee, en, ru });
const example = () => createReadStream(join(import.meta.dirname, '../../../../docs/examples/vehicles.csv'));

const statusOf = async () => (await shop.get('/en/vehicle')).status;
const untilStatus = (status: number) =>
  vi.waitFor(async () => expect(await statusOf()).toBe(status), { timeout: 20_000, interval: 50 });
/** Imports the example and waits until the shop shows it. */
async function importExample() {
  expect(await importVehicles(shop.db, example(), { dryRun: false })).toMatchObject({ refusal: null, bad: 0, rows: 9 });
  await untilStatus(200);
}
const hrefsIn = (html: string) => elements(html, 'a').map(({ href = '' }) => href);
const stepsIn = (html: string) => elements(html, 'select').map(({ name }) => name);
const page = async (query = '') => (await shop.get(`/en/vehicle${query}`)).text;
const bmw = '?make=BMW&model=3';
const golf = '?make=Volkswagen&model=Golf';

test('without a list of cars, also after one was removed, nothing is shown: 404, no link', async () => {
  await importExample();
  expect(await removeVehicles(shop.db)).toBe(9);
  await untilStatus(404);
  for (const locale of localeIds) {
    const path = localizedPath('/vehicle', locale);
    expect([(await shop.get(path)).status, (await shop.get(`${path}/`)).status]).toEqual([404, 404]);
  }
  const home = await shop.get('/en');
  const tire = await shop.get(`/en/product?id=${await idOfSize(shop.db.kysely, '225/45 18')}`);
  expect(plainText(tire.text)).toContain(messages.en.tireSet.otherAxle);
  for (const { text } of [home, tire])
    expect(hrefsIn(text).filter((address) => address.includes('vehicle'))).toEqual([]);
});

describe('with a list of cars', () => {
  beforeEach(importExample);

  test('the home page and a tire with sets link to it', async () => {
    expect(hrefsIn((await shop.get('/en')).text)).toContain('/en/vehicle');
    const front = await idOfSize(shop.db.kysely, '225/45 18');
    expect(hrefsIn((await shop.get(`/ru/product?id=${front}`)).text)).toContain('/ru/vehicle');
  });

  test('a trailing slash is removed by a redirect, as of other pages', async () => {
    for (const locale of localeIds) {
      const path = localizedPath('/vehicle', locale);
      const { status, headers } = await shop.get(`${path}//${bmw}`);
      expect({ status, location: headers.location }).toEqual({ status: 301, location: path + bmw });
    }
  });

  test('the page without a query is indexed; each step after it is not', async () => {
    const first = parseHead(await shop.get('/en/vehicle'));
    expect(first).toMatchObject({ canonical: `${publicUrl}/en/vehicle`, robots: undefined });
    expect(first.description.length).toBeGreaterThan(50);
    expect(first.alternates).toMatchObject({ et: `${publicUrl}/vehicle`, 'x-default': `${publicUrl}/vehicle` });
    const step = await shop.get('/en/vehicle?make=BMW');
    expect(parseHead(step)).toMatchObject({ canonical: undefined, robots: 'noindex' });
    expect(step.headers['x-robots-tag']).toBe('noindex');
    expect(step.headers['set-cookie']).toBeUndefined();
  });

  test('forms lead from the make to the sizes, and a step with one choice is not asked', async () => {
    expect(stepsIn(await page())).toEqual(['make']);
    const ofMake = await page('?make=BMW');
    expect(stepsIn(ofMake)).toEqual(['make', 'model']);
    expect(elements(ofMake, 'input').filter(({ type }) => type === 'hidden')).toMatchObject([
      { name: 'make', value: 'BMW' },
    ]);
    expect(stepsIn(await page(bmw))).toEqual(['make', 'model']);
    expect(textsIn(await page(bmw), 'h1')).toEqual(['Tyres: BMW 3 F30 (2012–2018) 320d 135 kW']);
    expect(elements(await page(), 'form')).toEqual([{ method: 'get', action: '/en/vehicle', class: 'choose' }]);
    expect(stepsIn(await page('?make=Trabant&model=601'))).toEqual(['make']);
  });

  test('shows every size of a car, each with the list that has at least its load and speed', async () => {
    const html = await page(golf);
    const sizes = textsIn(html, 'h2').filter((text) => /R1[5-7]/.test(text));
    expect(sizes).toEqual(['195/65 R15 91H', '205/55 R16 91V', '225/45 R17 91W']);
    expect(hrefsIn(html)).toContain('/en?season=summer&load=91&speed=V');
    const indicesOf = async (search: string) => {
      const listed = await shop.get(`/api/v1/products${search}&treadWidth=205&profile=55&diameter=16&limit=100`);
      const { items } = listed.json<{ items: { loadIndex: string; speedIndex: string; available: number }[] }>();
      return items.filter(({ available }) => available > 0).map((tire) => tire.loadIndex + tire.speedIndex);
    };
    expect(await indicesOf('?season=summer')).toEqual(expect.arrayContaining(['88V', '91H']));
    const suitable = await indicesOf('?season=summer&load=91&speed=V');
    expect(new Set(suitable)).toEqual(new Set(['91V', '94V']));
    expect(plainText(html)).toContain(`${messages.en.season.summer}: ${suitable.length} `);
    expect(plainText(html)).toContain(messages.en.vehicle.compare);
  });

  test('a winter list allows lower speed symbols down to Q', async () => {
    expect(hrefsIn(await page(golf))).toContain('/en?season=winter_friction&load=91&speed=Q');
  });

  test('a car with different sizes gets pairs of one model only, with both labels beside the price', async () => {
    const html = await page(bmw);
    const [front, rear] = [await idOfSize(shop.db.kysely, '225/45 18'), await idOfSize(shop.db.kysely, '255/40 18')];
    const pairs = html
      .split('class="pair"')
      .slice(1)
      .map((pair) => pair.split('</li>')[0] ?? '');
    expect(pairs.map((pair) => hrefsIn(pair))).toEqual([
      [`/en/product?id=${front}&rear=${rear}`, `/labels/${front}.svg`, `/labels/${rear}.svg`],
    ]);
    expect(plainText(pairs[0] ?? '')).toContain('540.00');
    const [, staggered = ''] = html.split('Front 225/45 R18 91Y, rear 255/40 R18 95Y</h2>');
    expect(hrefsIn(staggered).filter((address) => address.startsWith('/en?'))).toEqual([]);
    expect(plainText(html)).not.toContain('Powerproof');
  });

  test('a size without load index has no filter by load, and a warning', async () => {
    const list = `make;model;generation;from;to;engine;kw;front_size;front_load;front_speed;rear_size;rear_load;rear_speed;oem;winter;note
Seat;Leon;;;;;;205/55 R16;;;;;;yes;no;<script>alert(1)</script>
`;
    await importVehicles(shop.db, Readable.from([Buffer.from(list)]), { dryRun: false });
    const html = await page('?make=Seat&model=Leon');
    expect(hrefsIn(html)).toContain('/en?season=summer');
    expect(plainText(html)).toContain(messages.en.vehicle.unknownLoad);
    expect(html).not.toContain('<script>');
  });

  test.each(localeIds)('has its texts in %s', async (locale) => {
    const html = (await shop.get(localizedPath('/vehicle', locale) + bmw)).text;
    expect(plainText(html)).toContain(messages[locale].vehicle.compare);
    expect(plainText(html)).toContain(messages[locale].vehicle.runflat);
    expect(html).not.toMatch(/vehicle\.\w+/);
  });
});
