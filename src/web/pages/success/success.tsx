import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { OrderAnswer } from '../../../shop/order/order-view.ts';
import { isPaidOnline } from '../../../shop/payment/method-word.ts';
import { livePaymentStates } from '../../../shop/payment/payment-states.ts';
import { orderQuery } from '../../client/queries.ts';
import { useOrders, useStoredReady } from '../../client/stores/stored.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { RecentOrders, useOrderKey } from '../../ui/recent-orders.tsx';
import { OrderDocument } from './order-document.tsx';

/** An order by number and token. The token is in the fragment, so that no log holds it. */
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

const quickMs = 3_000;
const slowMs = 15_000;
const quickTimes = 40;

/** Polling interval in milliseconds, or false; slower when a person brings the money or a bank books it overnight. */
export function askAgainAfter({ order }: OrderAnswer, times: number): number | false {
  const { attempt, refunds } = order.payment;
  const refunding = refunds.some(({ state }) => state === 'underway');
  if (!refunding && !livePaymentStates.includes(attempt)) return false;
  return isPaidOnline(order.paymentMethod) && times < quickTimes ? quickMs : slowMs;
}
