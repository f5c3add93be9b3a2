import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orderQuery } from '../../queries.ts';
import { useOrders } from '../../stores/orders.ts';
import { useStoredReady } from '../../stores/stored.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { RecentOrders } from '../../ui/recent-orders.tsx';
import { useOrderKey } from '../../ui/use-order-key.ts';
import { useTranslations } from '../../words.tsx';
import { askAgainAfter } from './follow-order.ts';
import { OrderDocument } from './order-document.tsx';

/** An order read by its number and token. The token stands behind the #, so that it reaches no log. */
export default function SuccessPage() {
  const t = useTranslations('success');
  const ready = useStoredReady();
  const { number, token } = useOrderKey();
  const remember = useOrders((store) => store.remember);
  const { data, error, isPending, refetch } = useQuery({
    ...orderQuery(number, token),
    enabled: number !== '' && token !== '',
    refetchInterval: ({ state }) =>
      state.data ? askAgainAfter(state.data, state.dataUpdateCount + state.errorUpdateCount) : false,
  });

  const known = data !== undefined;
  useEffect(() => {
    if (known && ready) remember({ number, token });
  }, [known, ready, number, token, remember]);

  if (data) return <OrderDocument {...data} orderKey={{ number, token }} />;
  const waiting = !ready || (isPending && token !== '');
  const unknown = !waiting && (!error || ('status' in error && error.status === 404));
  return (
    <>
      <PageHead title={t('title')} description={t('description')} indexed={false} />
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t(unknown ? 'unknown' : 'title')}</h1>
      <noscript>
        <p className="mt-4 border-s-4 border-warn bg-sheet p-4">{t('needsScript')}</p>
      </noscript>
      <div className="mt-4 min-h-96">
        {waiting && <p>{t('loading')}</p>}
        {unknown && (
          <>
            <p className="max-w-[60ch]">{t('unknownHelp')}</p>
            <RecentOrders />
          </>
        )}
        {!waiting && !unknown && (
          <>
            <p className="max-w-[60ch]">{t('failed')}</p>
            <button type="button" className="button mt-4" onClick={() => void refetch()}>
              {t('retry')}
            </button>
          </>
        )}
      </div>
    </>
  );
}
