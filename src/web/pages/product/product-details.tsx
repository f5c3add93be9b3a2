import { useTranslations } from 'use-intl';
import { listToUrl } from '../../../shop/catalog/filter.ts';
import { fullSize, type Product, tireName } from '../../../shop/catalog/tire.ts';
import { formatMoney, toCents, toEuros } from '../../../shop/money.ts';
import { useStoredReady } from '../../stores/stored.ts';
import { AddToCart } from '../../ui/add-to-cart.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Price } from '../../ui/price.tsx';
import { TireMarks } from '../../ui/tire-marks.tsx';
import { TirePicture } from '../../ui/tire-picture.tsx';
import { useShopLocale } from '../../ui/use-shop-locale.ts';
import { EuLabel } from './eu-label.tsx';
import { ProductJsonLd } from './product-json-ld.tsx';
import { SizeFacts } from './size-facts.tsx';
import { StockTable } from './stock-table.tsx';

export function ProductDetails({ tire }: { tire: Product }) {
  const t = useTranslations('product');
  const season = useTranslations('season');
  const locale = useShopLocale();
  const ready = useStoredReady();
  const name = `${tireName(tire)} ${fullSize(tire)}`;
  const { treadWidth, profile, diameter } = tire.size;
  const sameSize = listToUrl({ filter: { treadWidth, profile, diameter, season: tire.season, manufacturer: null } });
  return (
    <article>
      <PageHead
        title={name}
        description={t('description', { name, price: formatMoney(toCents(tire.price), locale) })}
        search={`?id=${tire.id}`}
        image={`/og/${tire.season}.jpg`}
      />
      <ProductJsonLd tire={tire} />
      <p className="mb-4 text-s">
        <PageLink to="index" search={sameSize} className="inline-flex min-h-11 items-center underline">
          {t('sameSize', { size: tire.size.text, season: season(tire.season) })}
        </PageLink>
      </p>
      <div className="grid gap-8 lg:grid-cols-[1fr_22rem]">
        <div className="min-w-0">
          <div className="grid gap-6 sm:grid-cols-[14rem_1fr]">
            <TirePicture tire={tire} size={224} eager className="max-w-56" />
            <div>
              <h1 className="text-xl">
                {tire.manufacturer.label} <strong className="font-bold">{tire.model}</strong>
                <span className="tabular mt-1 block text-2xl font-bold tracking-tight sm:text-3xl">
                  {fullSize(tire)}
                </span>
              </h1>
              <p className="mt-3 flex flex-wrap gap-x-4 text-quiet">
                <span>{season(tire.season)}</span>
                <TireMarks marks={tire.marks} />
              </p>
            </div>
          </div>
          <SizeFacts tire={tire} />
          <EuLabel tire={tire} />
        </div>
        <aside aria-label={t('buy')} className="h-fit rounded-sm border border-line bg-sheet p-5 lg:sticky lg:top-6">
          <p>
            <Price euros={tire.price} className="text-2xl font-bold" />
            <span className="text-quiet"> {t('each')}</span>
          </p>
          <p className="text-quiet">
            {t('setOfFour')} <Price euros={toEuros(toCents(tire.price) * 4)} />
          </p>
          <p className="mt-1 text-s text-quiet">{t('vatIncluded')}</p>
          <div className="my-4">
            <AddToCart tire={tire} name={name} interactive={ready} />
          </div>
          <StockTable stock={tire.stock} />
        </aside>
      </div>
    </article>
  );
}
