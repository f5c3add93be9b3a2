import { fullSize, type Product, tireName } from '../../shop/catalog/tire.ts';
import { bitmapPath, stableHash } from '../../shop/catalog/tire-image.ts';
import { amountText, toCents } from '../../shop/money.ts';
import { xmlText } from '../search-engines/xml.ts';
import type { Feed } from './google-feed.ts';

/** Google's own taxonomy, in words: they are the same in every language. */
const category =
  'Vehicles & Parts > Vehicle Parts & Accessories > Motor Vehicle Parts > Motor Vehicle Wheel Systems > Motor Vehicle Tires';

/** Characters that Google takes. */
const longest = { id: 50, title: 150, brand: 70 } as const;

/** One tire of the feed. Its price includes VAT. */
export function feedItem(tire: Product, ean: string | undefined, { origin, words }: Feed): string {
  const { manufacturer, label, available, price, season, size } = tire;
  const facts: [string, string | null][] = [
    ['id', feedId(tire.id)],
    ['title', `${tireName(tire)} ${fullSize(tire)}`.slice(0, longest.title)],
    ['description', words.describe(tire)],
    ['link', `${origin}${words.product}?id=${tire.id}`],
    // A drawing: Google takes illustrations of vehicle parts.
    ['image_link', origin + bitmapPath(tire.image)],
    ['availability', available > 0 ? 'in_stock' : 'out_of_stock'],
    ['price', `${amountText(toCents(price), '.')} EUR`],
    ['condition', 'new'],
    ['brand', manufacturer.label.slice(0, longest.brand)],
    // Tires have numbers of their makers: where a price list keeps one back, it is left out, not denied.
    ['gtin', ean !== undefined && isGlobal(ean) ? ean : null],
    ['google_product_category', category],
    ['product_type', [words.tires, words.season(season), size.text].join(' > ')],
    ['pickup_method', available > 0 ? 'ship to store' : null],
    ['pickup_SLA', available > 0 ? pickUp(tire) : null],
  ];
  const elements = facts.map(([name, value]) => (value === null ? '' : element(name, value))).join('');
  return `<item>\n${elements}${label?.eprelId ? certification(label.eprelId) : ''}</item>\n`;
}

function element(name: string, value: string): string {
  return `<g:${name}>${xmlText(value)}</g:${name}>\n`;
}

/** Google looks the label up in EPREL; without an id there is nothing to look up, and other attributes are for other goods. */
function certification(eprelId: number): string {
  const facts = [
    ['certification_authority', 'EC'],
    ['certification_name', 'EPREL'],
    ['certification_code', `${eprelId}`],
  ] as const;
  return `<g:certification>\n${facts.map(([name, value]) => element(name, value)).join('')}</g:certification>\n`;
}

/** The id itself; a longer one than Google takes is cut and told apart by its hash. */
export function feedId(id: string): string {
  if (id.length <= longest.id) return id;
  const hash = stableHash(id).toString(36).padStart(7, '0');
  return `${id.slice(0, longest.id - hash.length - 1)}-${hash}`;
}

/** Numbers that GS1 keeps for use inside a company or for coupons identify nothing in the world, and Google refuses them. */
function isGlobal(ean: string): boolean {
  if (ean.length === 8) return !/^[02]/.test(ean);
  return !/^(?:2|02|04|98|99)/.test(ean.padStart(14, '0').slice(1));
}

/** Days by a weekend and an evening more than the working days of the nearest place: never too few, but for holidays. */
function pickUp({ stock }: Product): string {
  const days = Math.min(...stock.map(({ leadDays }) => leadDays)) + 3;
  return days <= 6 ? `${days}-day` : 'multi-week';
}
