import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ListState } from '../../../shop/catalog/list/filter.ts';
import { countMore } from '../../../shop/catalog/list/filter.ts';
import type { ProductList } from '../../../shop/catalog/list/product-query.ts';
import { loadInKg } from '../../../shop/catalog/tire/indices.ts';
import { formatMoney, toCents } from '../../../shop/money.ts';
import { useShopLocale } from '../../ui/locale.ts';
import { listAddress, useListTitleParts } from './list-title.ts';

type Props = { list: ListState; products: ProductList | undefined };

export function ListIntro({ list, products }: Props) {
  const t = useTranslations('home');
  const [search] = useSearchParams();
  const [kind, size] = useListTitleParts(list.filter);
  const facts = useSizeFacts(list, products);
  const ofSize = facts !== null && listAddress(search, list) !== '';
  const heading = 'text-2xl font-bold tracking-tight text-balance sm:text-3xl';
  if (!ofSize)
    return (
      <div>
        <h1 className={heading}>{t('title')}</h1>
        <p className="mt-2 max-w-[52ch] text-quiet sm:mt-4 sm:text-l">{t('lead')}</p>
      </div>
    );
  return (
    <>
      {/* Over both columns: so the size stays on one line, and the tires below are not pushed down. */}
      <h1 className={`${heading} lg:col-span-2`}>
        {kind} <span className="whitespace-nowrap max-lg:block">{size}</span>
      </h1>
      <div className="tabular max-w-[60ch] text-quiet max-sm:-mt-2">
        <p>{facts.stock}</p>
        {/* Folded on a phone, where the tires must not be pushed out of sight. */}
        <details className="about-size">
          <summary className="inline-flex min-h-11 items-center text-s underline">{t('size.title')}</summary>
          <p className="sm:mt-1">{facts.meaning}</p>
        </details>
      </div>
    </>
  );
}

function useSizeFacts({ filter, more, page }: ListState, products: ProductList | undefined) {
  const t = useTranslations('home.size');
  const locale = useShopLocale();
  const { treadWidth: width, profile, diameter } = filter;
  const { total, facets } = products ?? {};
  if (width === null || profile === null || diameter === null || !total || !facets?.price) return null;
  if (filter.manufacturer || countMore(more) > 0 || page > 1) return null;
  const money = (euros: number) => formatMoney(toCents(euros), locale);
  const { from, to } = facets.price;
  const manufacturers = facets.manufacturer.filter(({ count }) => count > 0).length;
  const [lightest, heaviest] = [facets.load[0]?.id, facets.load.at(-1)?.id];
  const loads = lightest !== undefined &&
    heaviest !== undefined && {
      ...{ from: lightest, to: heaviest },
      ...{ fromKg: `${loadInKg(lightest)[0] ?? ''}`, toKg: `${loadInKg(heaviest)[0] ?? ''}` },
      range: lightest === heaviest ? 'one' : 'more',
    };
  const height = Math.round((width * (profile || 80)) / 100);
  const wheel = Math.round(diameter * 25.4 + height * 2);
  const price = { from: money(from), to: money(to), range: from === to ? 'one' : 'more' };
  return {
    stock: t('stock', { count: total, makers: manufacturers, ...price }),
    meaning: [
      t('meaning', {
        ...{ width: `${width}`, profile: `${profile}`, height: `${height}` },
        ...{ inches: `${diameter}`, wheel: `${wheel}` },
      }),
      loads && t('loads', loads),
    ]
      .filter(Boolean)
      .join(' '),
  };
}
