import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import { anySize, listToUrl } from '../../../shop/catalog/list/filter.ts';
import { feedPicturePath, photoPath } from '../../../shop/catalog/photos/photo-path.ts';
import { fullSize, nameAndSize, type Product, tireName } from '../../../shop/catalog/tire/tire.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { breadcrumbs } from '../../search-engines/business.ts';
import { href } from '../../sitemap.ts';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { JsonLd } from '../../ui/page-head.tsx';
import { FullSize, TireMarks, TirePicture } from '../../ui/tire-facts.tsx';
import { FactStrip } from './fact-strip.tsx';

export function TireHead({ tire }: { tire: Product }) {
  const t = useTranslations('product');
  const tSeason = useTranslations('season');
  return (
    <div className="relative gap-x-10 sm:grid sm:grid-cols-[22.5rem_minmax(0,1fr)] lg:contents">
      <header className="flex min-h-38 flex-col justify-center ps-32 sm:col-span-2 sm:block sm:min-h-0 sm:ps-0">
        <h1>
          <span className="block text-l sm:text-xl">
            {tire.manufacturer.label} <strong className="font-bold">{tire.model}</strong>
          </span>
          <span className="tabular mt-1 block text-xl font-bold tracking-tight sm:mt-2 sm:text-3xl">
            <FullSize tire={tire} />
          </span>
        </h1>
        <p className="mt-1 flex flex-wrap gap-x-4 text-quiet sm:mt-2">
          <span>{tSeason(tire.season)}</span>
          <TireMarks marks={tire.marks} />
        </p>
      </header>
      <figure className="absolute top-0 w-28 text-s text-quiet sm:static sm:mt-6 sm:w-full lg:row-span-3">
        <picture>
          {tire.photo && <source type="image/avif" srcSet={photoPath(tire.photo.id, '640.avif')} />}
          <TirePicture tire={tire} size={360} eager />
        </picture>
        <figcaption className="line-clamp-2">{captionOf(tire, t)}</figcaption>
      </figure>
      <FactStrip tire={tire} />
    </div>
  );
}

function captionOf({ photo }: Product, t: ReturnType<typeof useTranslations<'product'>>): string {
  if (!photo) return t('drawing');
  return photo.credit ? t('photoBy', { credit: photo.credit }) : t('photo');
}

export function Breadcrumb({ tire }: { tire: Product }) {
  const t = useTranslations('product');
  const tNav = useTranslations('nav');
  const tSeason = useTranslations('season');
  const { origin } = usePageContext();
  const locale = useShopLocale();
  const { size, season } = tire;
  const steps = [
    { name: tNav('tires'), search: '' },
    { name: tSeason(season), search: listToUrl({ filter: { ...anySize, season } }) },
    { name: size.text, search: listToUrl({ filter: { ...size, season } }) },
  ];
  const name = tireName(tire);
  const jsonLd = import.meta.env.SSR
    ? breadcrumbs([
        ...steps.map((step) => ({ name: step.name, item: origin + href('index', locale, step.search) })),
        { name: nameAndSize(tire), item: origin + href('product', locale, `?id=${tire.id}`) },
      ])
    : null;
  return (
    <>
      <nav aria-label={t('breadcrumb')} className="no-print -mt-3 mb-2 text-s text-quiet sm:-mt-6 sm:mb-4">
        <ol className="flex flex-wrap items-center gap-x-2">
          {/* Small screens show only the season and the size, with one arrow between them. */}
          {steps.map((step, position) => (
            <Fragment key={step.name}>
              <li className={position === 0 ? 'max-sm:hidden' : ''}>
                <PageLink
                  to="index"
                  search={step.search}
                  className="inline-flex min-h-11 items-center underline hover:text-ink"
                >
                  {step.name}
                </PageLink>
              </li>
              <li aria-hidden="true" className={position === 1 ? '' : 'max-sm:hidden'}>
                ›
              </li>
            </Fragment>
          ))}
          <li aria-current="page" className="max-sm:hidden">
            {name}
          </li>
        </ol>
      </nav>
      <JsonLd data={jsonLd} />
    </>
  );
}

/** The same terms as on the warranty page: returns to a branch are free. */
const returnPolicy = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'EE',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: 14,
  returnMethod: 'https://schema.org/ReturnInStore',
  returnFees: 'https://schema.org/FreeReturn',
};

function certification(eprelId: number) {
  return {
    '@type': 'Certification',
    issuedBy: { '@type': 'Organization', name: 'European_Commission' },
    name: 'EPREL',
    certificationIdentification: `${eprelId}`,
  };
}

export function TireJsonLd({ tire }: { tire: Product }) {
  const { shopConfig, origin } = usePageContext();
  const tSeason = useTranslations('season');
  const url = origin + href('product', useShopLocale(), `?id=${tire.id}`);
  if (!import.meta.env.SSR) return <JsonLd data={null} />;
  const product = {
    '@type': 'Product',
    name: nameAndSize(tire),
    image: origin + feedPicturePath(tire),
    category: tSeason(tire.season),
    model: tire.model,
    size: fullSize(tire),
    brand: { '@type': 'Brand', name: tire.manufacturer.label },
    sku: tire.id,
    hasCertification: tire.label?.eprelId ? certification(tire.label.eprelId) : undefined,
    offers: {
      '@type': 'Offer',
      url,
      price: tire.price.toFixed(2),
      priceCurrency: 'EUR',
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${tire.available > 0 ? 'InStock' : 'OutOfStock'}`,
      seller: { '@type': 'Organization', name: shopConfig.legalName },
      hasMerchantReturnPolicy: returnPolicy,
    },
  };
  return <JsonLd data={product} />;
}
