import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { type ListState, pageSize } from '../../../shop/catalog/list/filter.ts';
import type { Manufacturer, ProductList } from '../../../shop/catalog/list/product-query.ts';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { localeIds, locales } from '../../../shop/locale.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { branches, organization, website } from '../../search-engines/business.ts';
import { href } from '../../sitemap.ts';
import { useShopLocale } from '../../ui/locale.ts';
import { JsonLd, PageHead } from '../../ui/page-head.tsx';
import { listAddress, manufacturerWords, useListTitle } from './list-title.ts';

type Props = {
  asked: URLSearchParams;
  list: ListState;
  products: ProductList | undefined;
  manufacturers: readonly Manufacturer[];
};

export const ListHead = memo(function ListHead({ asked, list, products, manufacturers }: Props) {
  const t = useTranslations('home');
  const paging = useTranslations('list');
  const search = listAddress(asked, list);
  const { total = 1, items } = products ?? {};
  const manufacturer = manufacturerWords(list, manufacturers);
  const page = list.page > 1 && paging('page', { page: list.page, last: Math.ceil(total / pageSize) });
  const title = [useListTitle(list.filter), manufacturer, page].filter(Boolean).join(', ');
  return (
    <>
      <PageHead
        title={search ? title : t('title')}
        description={search ? t('listDescription', { list: title, count: total }) : t('description')}
        search={search}
        indexed={items?.length !== 0}
        image={list.filter.season ? `/og/${list.filter.season}.jpg` : undefined}
      />
      {search === '' && <ShopJsonLd />}
      {items && items.length > 0 && <ListJsonLd name={title} tires={items} />}
    </>
  );
});

function ListJsonLd({ name, tires }: { name: string; tires: readonly Product[] }) {
  const { origin } = usePageContext();
  const locale = useShopLocale();
  const describe = () => ({
    '@type': 'ItemList',
    name,
    itemListElement: tires.map(({ id }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: origin + href('product', locale, `?id=${id}`),
    })),
  });
  return <JsonLd data={import.meta.env.SSR ? describe() : null} />;
}

function ShopJsonLd() {
  const { facts, origin } = usePageContext();
  const describe = () => ({
    '@graph': [
      organization(facts, origin),
      website(
        facts,
        origin,
        localeIds.map((id) => locales[id].language),
      ),
      ...branches(facts, origin),
    ],
  });
  return <JsonLd data={import.meta.env.SSR ? describe() : null} />;
}
