import type { FastifyPluginAsync } from 'fastify';
import type { LargeResponses } from '../../http/large-responses.ts';
import { translatorOf } from '../../messages/translator.server.ts';
import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import { feedPicturePath } from '../../shop/catalog/photos/photo-path.ts';
import { hasSnowflake } from '../../shop/catalog/road/road-use.ts';
import type { SeasonCategory } from '../../shop/catalog/road/season.ts';
import { defaultCount } from '../../shop/catalog/tire/availability-rank.ts';
import { loadInKg, speedInKmh } from '../../shop/catalog/tire/indices.ts';
import { fullSize, nameAndSize, type Product } from '../../shop/catalog/tire/tire.ts';
import { stableHash } from '../../shop/catalog/tire/tire-image.ts';
import { type Locale, localeIds } from '../../shop/locale.ts';
import { amountText, toCents } from '../../shop/money.ts';
import { href } from '../sitemap.ts';
import { xmlText } from '../xml.ts';

type FeedsOptions = { origin: string; shopName: string; catalogue: CatalogueStore; largeResponses: LargeResponses };

/** `/feeds/google-ee.xml`, `-en`, `-ru`: the tires on sale, for Google Merchant Center. */
export const feeds: FastifyPluginAsync<FeedsOptions> = async (app, { origin, shopName, catalogue, largeResponses }) => {
  for (const locale of localeIds) {
    const name = `/feeds/google-${locale}.xml`;
    const response = {
      name,
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' },
      version: () => catalogue.current().version,
      text: () => {
        const { tires, eans } = catalogue.current();
        return googleFeed(tires, ({ id }) => eans.get(id), { origin, shopName, texts: feedTexts(locale) });
      },
    };
    app.get(name, { config: { queue: 'feeds' } }, (request, reply) => largeResponses.send(request, reply, response));
  }
};

type Feed = { origin: string; shopName: string; texts: ReturnType<typeof feedTexts> };

/** `LargeResponses` serves other requests after each piece. A piece takes well under a millisecond. */
const tiresPerPiece = 100;

/** Writes the tires as RSS 2.0 with `g:` elements (Google's product data specification, 2026), in pieces. */
export function* googleFeed(
  tires: readonly Product[],
  eanOf: (tire: Product) => string | undefined,
  feed: Feed,
): Generator<string> {
  const { texts, origin, shopName } = feed;
  let piece = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${xmlText(shopName)}</title>
<link>${xmlText(origin + texts.home)}</link>
<description>${xmlText(texts.title)}</description>
`;
  for (const [position, tire] of tires.entries()) {
    piece += feedItem(tire, eanOf(tire), feed);
    const isPieceFull = (position + 1) % tiresPerPiece === 0;
    if (!isPieceFull) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}</channel>\n</rss>\n`;
}

/** The category in Google's product taxonomy. Google accepts the English name in a feed of any language. */
const category =
  'Vehicles & Parts > Vehicle Parts & Accessories > Motor Vehicle Parts > Motor Vehicle Wheel Systems > Motor Vehicle Tires';

const maxLengths = { id: 50, title: 150, brand: 70 } as const;

function feedItem(tire: Product, ean: string | undefined, { origin, texts }: Feed): string {
  const { manufacturer, label, available, price, season, size } = tire;
  const attributes: [string, string | null][] = [
    ['id', feedId(tire.id)],
    ['title', nameAndSize(tire).slice(0, maxLengths.title)],
    ['description', texts.describe(tire)],
    ['link', `${origin}${texts.product}?id=${tire.id}`],
    ['image_link', origin + feedPicturePath(tire)],
    ['availability', available > 0 ? 'in_stock' : 'out_of_stock'],
    ['price', `${amountText(toCents(price), '.')} EUR`],
    ['condition', 'new'],
    ['brand', manufacturer.label.slice(0, maxLengths.brand)],
    // Omitted if the price list has no GTIN. `identifier_exists: no` would be wrong, because every tire has one.
    ['gtin', ean !== undefined && isGlobal(ean) ? ean : null],
    ['google_product_category', category],
    ['product_type', [texts.tires, texts.season(season), size.text].join(' > ')],
    ['pickup_method', available > 0 ? 'ship to store' : null],
    ['pickup_SLA', available > 0 ? pickupTime(tire) : null],
    // The price of a set, for campaigns. Google forbids prices in `description`, and `price` is that of one tire.
    ['custom_label_0', `${defaultCount} x: ${amountText(toCents(price) * defaultCount, '.')} EUR`],
  ];
  const elements = attributes.map(([name, value]) => (value === null ? '' : element(name, value))).join('');
  return `<item>\n${elements}${label?.eprelId ? certification(label.eprelId) : ''}</item>\n`;
}

function element(name: string, value: string): string {
  return `<g:${name}>${xmlText(value)}</g:${name}>\n`;
}

/** Google looks the EU label up in EPREL by this number. */
function certification(eprelId: number): string {
  const elements =
    element('certification_authority', 'EC') +
    element('certification_name', 'EPREL') +
    element('certification_code', `${eprelId}`);
  return `<g:certification>\n${elements}</g:certification>\n`;
}

const base36DigitsOf32Bits = 7;

export function feedId(id: string): string {
  if (id.length <= maxLengths.id) return id;
  const hash = stableHash(id).toString(36).padStart(base36DigitsOf32Bits, '0');
  return `${id.slice(0, maxLengths.id - hash.length - 1)}-${hash}`;
}

/** Whether the EAN is unique worldwide. Google refuses EANs that GS1 reserves for internal use and coupons. */
function isGlobal(ean: string): boolean {
  if (ean.length === 8) return !/^[02]/.test(ean);
  // Shorter numbers get leading zeros; the first digit of a GTIN-14 is only the kind of packaging.
  const gtin13 = ean.padStart(14, '0').slice(1);
  return !/^(?:2|02|04|98|99)/.test(gtin13);
}

/** Days that are added to every pickup time: an order on Friday evening is processed on Monday. Holidays are not considered. */
const weekendDays = 3;

const maxDaysBeforeMultiWeek = 6;

function pickupTime({ stock }: Product): string {
  const leadWorkingDays = Math.min(...stock.map(({ leadDays }) => leadDays));
  const days = leadWorkingDays + weekendDays;
  return days <= maxDaysBeforeMultiWeek ? `${days}-day` : 'multi-week';
}

/** Returns the texts of one feed. The object caches all formatted texts, so it must not outlive the feed. */
export function feedTexts(locale: Locale) {
  const t = translatorOf(locale, 'feed');
  const tUnits = translatorOf(locale, 'units');
  const tSeason = translatorOf(locale, 'season');
  // Formatting messages takes most of the time of a feed, and most values repeat.
  const season = memoized((id: SeasonCategory) => tSeason(id));
  const year = memoized((value: number) => t('year', { year: `${value}` }));
  const load = memoized((index: string) => t('load', { load: tUnits('kg', { kg: loadInKg(index).join(' / ') }) }));
  const speed = memoized((symbol: string) => {
    const { kmh = 0, allowsMore } = speedInKmh(symbol) ?? {};
    return t('speed', { speed: tUnits(allowsMore ? 'kmhAbove' : 'kmh', { kmh }) });
  });
  const label = memoized((fuelWetAndDb: string) => {
    const [fuel = '', wet = '', db = ''] = fuelWetAndDb.split(' ');
    return t('label', { fuel, wet, db });
  });
  const snow = t('snow');
  const sale = t('sale');
  return {
    home: href('index', locale),
    product: href('product', locale),
    title: t('title'),
    tires: t('tires'),
    season,
    describe(tire: Product): string {
      const { fuel, wet, noiseDb } = tire.label ?? {};
      return [
        `${season(tire.season)}, ${fullSize(tire)}.`,
        loadInKg(tire.loadIndex).length > 0 && load(tire.loadIndex),
        speedInKmh(tire.speedIndex) && speed(tire.speedIndex),
        fuel && wet && noiseDb && label(`${fuel} ${wet} ${noiseDb}`),
        hasSnowflake(tire) && snow,
        tire.dotYear && year(tire.dotYear),
        sale,
      ]
        .filter(Boolean)
        .join(' ');
    },
  };
}

function memoized<K, T>(make: (key: K) => T): (key: K) => T {
  const cache = new Map<K, T>();
  return (key) => {
    const value = cache.get(key) ?? make(key);
    cache.set(key, value);
    return value;
  };
}
