import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { productsByIdQuery, relatedQuery } from '../../queries.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';
import { ProductDetails } from './product-details.tsx';

export default function ProductPage() {
  const t = useTranslations('product');
  const id = useSearchParams()[0].get('id') ?? '';
  const { data, isError, isPending, refetch } = useQuery(productsByIdQuery([id]));
  const tire = data?.items[0];
  // What failed on the way here is not asked for again: the page is whole without it.
  const { data: related } = useQuery({ ...relatedQuery(id), enabled: tire !== undefined });
  if (tire) return <ProductDetails key={tire.id} tire={tire} related={related} />;
  if (isPending) {
    return (
      <>
        <PageHead title={t('loading')} description={t('loading')} indexed={false} />
        <h1 className="text-2xl font-bold">{t('loading')}</h1>
      </>
    );
  }
  return (
    <>
      <PageHead title={t('missing')} description={t('missingHelp')} indexed={false} />
      <h1 className="text-2xl font-bold">{t(isError ? 'failed' : 'missing')}</h1>
      <p className="mt-3 max-w-[60ch]">{t(isError ? 'failedHelp' : 'missingHelp')}</p>
      <p className="mt-6 flex gap-3">
        {isError && (
          <button type="button" className="button" onClick={() => void refetch()}>
            {t('retry')}
          </button>
        )}
        <PageLink to="index" className="button">
          {t('toList')}
        </PageLink>
      </p>
    </>
  );
}
