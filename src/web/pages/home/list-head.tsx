import { memo } from 'react';
import { type ListState, pageSize } from '../../../shop/catalog/filter.ts';
import type { Manufacturer, ProductList } from '../../../shop/catalog/product-query.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useTranslations } from '../../words.tsx';
import { listAddress } from './list-address.ts';
import { ListJsonLd } from './list-json-ld.tsx';
import { makerWords, useListTitle } from './list-title.ts';
import { ShopJsonLd } from './shop-json-ld.tsx';

type Props = {
  asked: URLSearchParams;
  list: ListState;
  products: ProductList | undefined;
  makers: readonly Manufacturer[];
};

/** What tabs and search engines are told of a list. One that shows nothing is not for them. */
export const ListHead = memo(function ListHead({ asked, list, products, makers }: Props) {
  const t = useTranslations('home');
  const paging = useTranslations('list');
  const search = listAddress(asked, list);
  const { total = 1, items } = products ?? {};
  const maker = makerWords(list, makers);
  const page = list.page > 1 && paging('page', { page: list.page, last: Math.ceil(total / pageSize) });
  const title = [useListTitle(list.filter), maker, page].filter(Boolean).join(', ');
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
