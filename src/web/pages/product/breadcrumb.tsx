import { Fragment } from 'react';
import { type Filter, listToUrl } from '../../../shop/catalog/filter.ts';
import { fullSize, type Product, tireName } from '../../../shop/catalog/tire.ts';
import { useShop } from '../../shop-context.tsx';
import { href } from '../../sitemap.ts';
import { JsonLd } from '../../ui/json-ld.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { useShopLocale, useTranslations } from '../../words.tsx';

const anySize = { treadWidth: null, profile: null, diameter: null, manufacturer: null } satisfies Partial<Filter>;

/** Tires › season › size › this tire, for people and for search engines. */
export function Breadcrumb({ tire }: { tire: Product }) {
  const t = useTranslations('product');
  const nav = useTranslations('nav');
  const seasonNames = useTranslations('season');
  const { origin } = useShop();
  const locale = useShopLocale();
  const { size, season } = tire;
  const { treadWidth, profile, diameter } = size;
  const steps = [
    { name: nav('tires'), search: '' },
    { name: seasonNames(season), search: listToUrl({ filter: { ...anySize, season } }) },
    { name: size.text, search: listToUrl({ filter: { ...anySize, treadWidth, profile, diameter, season } }) },
  ];
  const name = tireName(tire);
  const describe = () => {
    const listed = [
      ...steps.map((step) => ({ name: step.name, item: origin + href('index', locale, step.search) })),
      { name: `${name} ${fullSize(tire)}`, item: origin + href('product', locale, `?id=${tire.id}`) },
    ];
    return {
      '@type': 'BreadcrumbList',
      itemListElement: listed.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
    };
  };
  return (
    <>
      <nav aria-label={t('breadcrumb')} className="no-print -mt-3 mb-2 text-s text-quiet sm:-mt-6 sm:mb-4">
        <ol className="flex flex-wrap items-center gap-x-2">
          {steps.map((step, position) => (
            <Fragment key={step.name}>
              {/* On a phone the way back to the list is enough. */}
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
      <JsonLd data={import.meta.env.SSR ? describe() : null} />
    </>
  );
}
