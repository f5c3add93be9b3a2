import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { comparedIn } from '../../../shop/catalog/filter.ts';
import { productsByIdQuery } from '../../queries.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useTranslations } from '../../words.tsx';
import { CompareTable } from './compare-table.tsx';
import { HowToChoose } from './how-to-choose.tsx';

/** Up to four tires side by side, named by the address alone. */
export default function ComparePage() {
  const t = useTranslations('comparison');
  const [search] = useSearchParams();
  const ids = comparedIn(search, 'id');
  const { data, isError, isPending, isPlaceholderData, refetch } = useQuery({
    ...productsByIdQuery(ids),
    enabled: ids.length > 0,
    // One that is taken out leaves the others where they are.
    placeholderData: keepPreviousData,
  });
  const tires = ids.flatMap((id) => data?.items.find((tire) => tire.id === id) ?? []);
  const missing = data && !isPlaceholderData ? ids.length - tires.length : 0;
  const failed = isError && tires.length === 0;
  const loading = isPending && ids.length > 0;
  const title = t(failed ? 'failed' : loading ? 'loading' : 'title');
  return (
    <>
      <PageHead title={title} description={t('description')} indexed={false} />
      {/* Here goes the focus of who has taken a tire out, as in a list to its result. */}
      <h1 id="result" className="text-2xl font-bold tracking-tight sm:text-3xl">
        {title}
      </h1>
      {failed && (
        <>
          <p className="mt-3 max-w-[60ch]">{t('failedHelp')}</p>
          <button type="button" className="button mt-6" onClick={() => void refetch()}>
            {t('retry')}
          </button>
        </>
      )}
      {missing > 0 && (
        <p className="mt-4 max-w-[66ch] border-s-4 border-warn bg-sheet p-4">{t('missing', { count: missing })}</p>
      )}
      {!failed && !loading && tires.length < 2 && <HowToChoose tire={tires[0]} />}
      {tires.length > 1 && <CompareTable tires={tires} onlyDifferences={search.get('only') === 'differences'} />}
    </>
  );
}
