import { useTranslations } from 'use-intl';
import type { Filter } from '../../../shop/catalog/list/filter.ts';
import type { ProductList } from '../../../shop/catalog/list/product-query.ts';
import { loadInKg } from '../../../shop/catalog/tire/indices.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
import { useShopLocale } from '../../ui/locale.ts';

/** Height of the sidewall, in percent of the width, of a tire whose size states no profile (`profile` 0). */
const fullProfilePercent = 80;
const mmPerInch = 25.4;

/** Of `109/107`, the load of 109 (single fitting). Empty: unknown index. */
function kgText(loadIndex: string): string {
  const [kg = ''] = loadInKg(loadIndex);
  return `${kg}`;
}

function loadRangeOf(ascendingLoads: readonly string[]) {
  const from = ascendingLoads[0];
  const to = ascendingLoads.at(-1);
  if (from === undefined || to === undefined) return null;
  return { from, to, fromKg: kgText(from), toKg: kgText(to), range: from === to ? 'one' : 'more' };
}

export default function SizeFacts({ filter, products: { total, facets } }: { filter: Filter; products: ProductList }) {
  const t = useTranslations('home.size');
  const locale = useShopLocale();
  const { treadWidth: width, profile, diameter } = filter;
  if (width === null || profile === null || diameter === null || !facets.price) return null;
  const money = (euros: number) => formatMoney(toCents(euros), locale);
  const { from, to } = facets.price;
  const manufacturerCount = facets.manufacturer.filter(({ count }) => count > 0).length;
  const loadRange = loadRangeOf(facets.load.map(({ id }) => id));
  const heightMm = Math.round((width * (profile || fullProfilePercent)) / 100);
  const wheelMm = Math.round(diameter * mmPerInch + heightMm * 2);
  const priceRange = { from: money(from), to: money(to), range: from === to ? 'one' : 'more' };
  const numbers = {
    width: `${width}`,
    profile: `${profile}`,
    height: `${heightMm}`,
    inches: `${diameter}`,
    wheel: `${wheelMm}`,
  };
  return (
    <div className="tabular prose mt-8 text-quiet">
      <h2 className="text-l font-semibold">{t('title')}</h2>
      <p>{t('stock', { count: total, makers: manufacturerCount, ...priceRange })}</p>
      <p>{[t('meaning', numbers), loadRange && t('loads', loadRange)].filter(Boolean).join(' ')}</p>
    </div>
  );
}
