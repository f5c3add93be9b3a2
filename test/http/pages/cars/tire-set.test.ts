import { describe, expect, test } from 'vitest';
import ee from '../../../../src/messages/ee.json';
import en from '../../../../src/messages/en.json';
import ru from '../../../../src/messages/ru.json';
import { localeIds } from '../../../../src/shop/locale.ts';
import { href } from '../../../../src/web/sitemap.ts';
import { idOfSize, setCatalogue } from '../../../support/catalogue/set-catalogue.ts';
import { elements, innerHtml, plainText, textsIn, withPlainSpaces } from '../../../support/html.ts';
import { parseHead } from '../../../support/search-engines.ts';
import { publicUrl, wholeShop } from '../../../support/shop.ts';

const shop = wholeShop({}, {}, {}, setCatalogue);
const messages = withPlainSpaces({ ee, en, ru });

const id = (size: string, model?: string) => idOfSize(shop.db.kysely, size, model);
const setQuery = async (front: string, rear: string) => `?id=${await id(front)}&rear=${await id(rear)}`;
const hrefsIn = (html: string) => elements(html, 'a').map(({ href = '' }) => href);

describe.each(localeIds)('the page of a set without script in %s', (locale) => {
  const t = messages[locale].tireSet;

  test('shows both tires with price, label and stock, and one price for 2 + 2', async () => {
    const { text } = await shop.get(href('product', locale, await setQuery('225/45 18', '255/40 18')));
    expect(textsIn(text, 'h1')).toEqual(['Michelin Pilot Sport 5 225/45 R18 + 255/40 R18']);
    const [main = ''] = innerHtml(text, 'main');
    const axles = textsIn(main, 'h2').filter((title) => [t.front, t.rear].includes(title));
    expect(axles).toEqual([t.front, t.rear]);
    const shown = plainText(main);
    for (const price of ['120', '150']) expect(shown).toMatch(new RegExp(`€?${price}[.,]00`));
    expect(textsIn(main, 'aside')[0]).toMatch(/540[.,]00/);
    expect(textsIn(main, 'button')).toContain(t.add);
    expect(shown.match(/Ringtee/g)?.length).toBeGreaterThanOrEqual(3);
  });

  test('has both labels near every price', async () => {
    const query = await setQuery('225/45 18', '255/40 18');
    const [main = ''] = innerHtml((await shop.get(href('product', locale, query))).text, 'main');
    const labels = (html: string) => hrefsIn(html).filter((address) => address.startsWith('/labels/'));
    const [front = '', rear = ''] = labels(main);
    expect(new Set([front, rear]).size).toBe(2);
    const parts = main.split('<aside');
    const [aside = ''] = parts.slice(1);
    expect(labels(aside)).toEqual([front, rear]);
    // Each price of an axle is followed by the label of its tire before the next price.
    const prices = [...(parts[0] ?? '').matchAll(/(?:120|150)[.,]00/g)].map(({ index }) => index);
    expect(prices).toHaveLength(2);
    expect(labels((parts[0] ?? '').slice(prices[0], prices[1]))).toEqual([front]);
    expect(labels((parts[0] ?? '').slice(prices[1]))).toEqual([rear]);
  });

  test('is not indexed, and is linked in each language', async () => {
    const query = await setQuery('225/45 18', '255/40 18');
    const head = parseHead(await shop.get(href('product', locale, query)));
    expect(head).toMatchObject({ status: 200, robots: 'noindex', canonical: undefined });
    expect(head.alternates['en-GB']).toBe(`${publicUrl}${href('product', 'en', query)}`);
    expect(head.title).toContain('225/45 R18 95Y XL');
    expect(head.title).toContain('255/40 R18 99Y XL');
  });
});

test('warns about outer diameters that only a factory set has', async () => {
  const near = await shop.get(href('product', 'en', await setQuery('225/45 18', '255/40 18')));
  const far = await shop.get(href('product', 'en', await setQuery('245/35 20', '305/30 21')));
  expect(plainText(far.text)).toContain('differ by 5.4%');
  expect(plainText(near.text)).not.toContain('differ by');
});

test('a half with too few tires is named, and the set cannot be added', async () => {
  const [main = ''] = innerHtml(
    (await shop.get(href('product', 'en', await setQuery('225/45 18', '265/40 18')))).text,
    'main',
  );
  expect(plainText(main)).toContain('265/40 R18: only 1 left; a set needs two.');
  expect(textsIn(main, 'button')).not.toContain(en.tireSet.add);
});

test('tires that are no set answer 404 with links to each', async () => {
  const [front, rear, runflat, other] = [
    await id('225/45 18'),
    await id('255/40 18'),
    (
      await shop.db.kysely
        .selectFrom('tires')
        .select('id')
        .where('runflat', '=', true)
        .where('model', '=', 'Pilot Sport 5')
        .executeTakeFirstOrThrow()
    ).id,
    await id('255/40 18', 'Powerproof 2'),
  ];
  for (const [one, two] of [
    [rear, front],
    [front, front],
    [runflat, rear],
    [front, other],
    [front, 'unknown'],
  ]) {
    const { status, text } = await shop.get(href('product', 'en', `?id=${one}&rear=${two}`));
    expect({ status, title: textsIn(text, 'h1') }, `${one} + ${two}`).toEqual({
      status: 404,
      title: [messages.en.tireSet.notSet],
    });
    expect(hrefsIn(text)).toContain(href('product', 'en', `?id=${one}`));
  }
  expect((await shop.get(href('product', 'en', `?id=unknown&rear=${rear}`))).status).toBe(404);
});

test('the page of a tire links to its sets by the other axle, with the label beside each price', async () => {
  const [front, rear] = [await id('225/45 18'), await id('255/40 18')];
  const { text } = await shop.get(href('product', 'en', `?id=${front}`));
  const [section = ''] = text.split('id="other-axle"').slice(1);
  const own = section.split('</section>')[0] ?? '';
  expect(plainText(own)).toContain(messages.en.tireSet.rears);
  expect(plainText(own)).not.toContain(messages.en.tireSet.fronts);
  expect(hrefsIn(own)).toEqual([`/en/product?id=${front}&rear=${rear}`, `/labels/${rear}.svg`]);
  const ofRear = (await shop.get(href('product', 'en', `?id=${rear}`))).text;
  expect(hrefsIn(ofRear)).toContain(`/en/product?id=${front}&rear=${rear}`);
  expect(await shop.get(href('product', 'en', `?id=${await id('305/30 21')}`))).toMatchObject({ status: 200 });
});
