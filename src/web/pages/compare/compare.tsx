import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { comparedIn } from '../../../shop/catalog/list/filter.ts';
import { fullSize, type Product, tireName } from '../../../shop/catalog/tire/tire.ts';
import { productsByIdQuery } from '../../client/queries.ts';
import { PageLink } from '../../ui/links.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AddTire, CompareTable } from './compare-table.tsx';

export default function ComparePage() {
  const t = useTranslations('comparison');
  const [search] = useSearchParams();
  const ids = comparedIn(search, 'id');
  const { data, isError, isPending, isPlaceholderData, refetch } = useQuery({
    ...productsByIdQuery(ids),
    enabled: ids.length > 0,
    // Removing a tire keeps the others in place.
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
      {/* Target of the focus after a tire is removed. */}
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

function HowToChoose({ tire }: { tire: Product | undefined }) {
  const t = useTranslations('comparison');
  return (
    <div className="mt-4 max-w-[60ch]">
      {tire && (
        <p className="mb-3">
          {t.rich('one', {
            name: `${tireName(tire)} ${fullSize(tire)}`,
            b: (text) => <strong className="font-semibold">{text}</strong>,
          })}
        </p>
      )}
      <p>{t(tire ? 'howMore' : 'how')}</p>
      <p className="mt-6">
        {tire ? (
          <AddTire tires={[tire]} />
        ) : (
          <PageLink to="index" className="button">
            {t('toList')}
          </PageLink>
        )}
      </p>
    </div>
  );
}
