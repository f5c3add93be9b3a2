import { countChosen, listFromUrl, listToQuery, mainFiltersToQuery } from '../../../shop/catalog/list/filter.ts';
import { manufacturersQuery, productsQuery } from '../../client/queries.ts';
import { embeddedPageContext } from '../../document/page-context.tsx';
import type { Page } from '../../page.ts';

export const homePage: Page = {
  path: '/',
  indexed: true,
  view: () => import('./home.tsx'),
  async prefetch(client, search, season) {
    const manufacturers = await client.fetchQuery(manufacturersQuery).catch(() => []);
    const list = listFromUrl(search, season, { manufacturers, branches: embeddedPageContext().shopConfig.branches });
    const products = await client.fetchQuery(productsQuery(listToQuery(list))).catch(() => null);
    const needsListOfMainFilters = products?.total === 0 && countChosen(list.more) > 0;
    if (needsListOfMainFilters) await client.prefetchQuery(productsQuery(mainFiltersToQuery(list)));
  },
};
