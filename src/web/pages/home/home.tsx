import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { listToUrl } from '../../../shop/catalog/list/filter.ts';
import { usePageData } from '../../document/page-context.tsx';
import { SaysLastChoice } from '../../ui/select.tsx';
import { SizeFinder } from '../../ui/size-finder.tsx';
import { CompareBar, ComparingProvider, useComparingOfAddress } from './comparing.tsx';
import { FilterForm } from './filter-form.tsx';
import { ListHead } from './list-head.tsx';
import { ListIntro } from './list-intro.tsx';
import { useChoiceWords, useListTitle } from './list-title.ts';
import { NoResult } from './no-result.tsx';
import { Pages, ResultLine } from './result-line.tsx';
import { TireRows } from './tire-rows.tsx';
import { useAfterPaint } from './use-after-paint.ts';
import { useTireList } from './use-tire-list.ts';

export default function Home() {
  const t = useTranslations('home');
  const { season, sizeRefusal } = usePageData();
  const { asked, list, products, manufacturers, failed, loading, change, lastChoice, retry } = useTireList();
  const title = useListTitle(list.filter);
  const comparing = useComparingOfAddress();
  // Tires render first; title, counts and filters after that paint.
  const said = useAfterPaint(
    useMemo(() => {
      const isLast = () => listToUrl(lastChoice()) === listToUrl(list);
      return { asked, list, products, manufacturers, isLast };
    }, [asked, list, products, manufacturers, lastChoice]),
  );
  const typed = said.asked.get('size');
  const words = useChoiceWords(said.list, said.manufacturers);
  return (
    <ComparingProvider value={comparing}>
      <SaysLastChoice value={said.isLast}>
        <ListHead asked={said.asked} list={said.list} products={said.products} manufacturers={said.manufacturers} />
        <div className="grid gap-x-12 gap-y-4 lg:grid-cols-2">
          <ListIntro list={list} products={products} />
          <SizeFinder
            list={said.list}
            season={season}
            typed={typed}
            refusal={typed === null ? undefined : sizeRefusal}
          />
        </div>
        <FilterForm
          season={season}
          words={words}
          list={said.list}
          facets={said.products?.facets}
          manufacturers={said.manufacturers}
          total={said.products?.total}
          onChange={change}
        />
        {failed && (
          <p role="alert" className="mt-6 border-s-4 border-bad bg-sheet p-4">
            {t('failed')}{' '}
            <button type="button" className="min-h-11 font-semibold underline" onClick={retry}>
              {t('retry')}
            </button>
          </p>
        )}
        {products && (
          <section aria-labelledby="result" aria-busy={loading} className="mt-8">
            <ResultLine title={title} total={products.total} list={list} onChange={change} />
            {products.total === 0 && <NoResult list={list} facets={products.facets} />}
            {products.items.length > 0 && <TireRows tires={products.items} outdated={loading} />}
            <Pages list={list} total={products.total} />
            <CompareBar shown={products.items} />
          </section>
        )}
      </SaysLastChoice>
    </ComparingProvider>
  );
}
