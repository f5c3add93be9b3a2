import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { OrderAnswer } from '../../../shop/order/order-view.ts';
import { isOffline } from '../../../shop/payment/payment-methods.ts';
import { livePaymentStates } from '../../../shop/payment/payment-states.ts';
import { orderQuery } from '../../client/queries.ts';
import { useOrders, useStoreReady } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { passFocusOn } from '../../ui/focus-heading.ts';
import { NeedsScript } from '../../ui/orders/needs-script.tsx';
import { RecentOrders, useOrderKey } from '../../ui/orders/recent-orders.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { OrderDocument } from './order-document.tsx';

/** The token is in the fragment, so servers do not get it. It may be missing after a payment in another browser. */
export default function SuccessPage() {
  const t = useTranslations('success');
  const { phones } = usePageContext().shopConfig;
  const isReady = useStoreReady(useOrders);
  const orderKey = useOrderKey();
  const { number, token } = orderKey;
  const isKeyComplete = number !== '' && token !== '';
  const remember = useOrders((store) => store.remember);
  const { data, error, isPending, refetch } = useQuery({
    ...orderQuery(orderKey),
    enabled: isKeyComplete,
    refetchInterval: ({ state }) =>
      state.data ? pollIntervalMs(state.data, state.dataUpdateCount + state.errorUpdateCount) : false,
  });

  const hasOrder = data !== undefined;
  useEffect(() => {
    if (!hasOrder || !isReady) return;
    remember({ number, token });
    // A text of the page tells the buyer to save its URL, so the URL needs the token. A URL from the bank may lack it, but this browser stores it.
    if (!location.hash) history.replaceState(history.state, '', `#${token}`);
  }, [hasOrder, isReady, number, token, remember]);

  const isNotFound = error !== null && 'status' in error && error.status === 404;
  if (data && !isNotFound)
    return (
      <>
        <MissingChanges />
        <OrderDocument {...data} orderKey={orderKey} />
      </>
    );
  const isWaiting = !isReady || (isKeyComplete && isPending);
  const hasFailed = !isWaiting && error !== null && !isNotFound;
  const isUnknown = !isWaiting && !hasFailed;
  const lacksOnlyToken = number !== '' && token === '';
  const unknownHeading = lacksOnlyToken ? 'openByMail' : 'unknown';
  return (
    <>
      <PageHead title={t('title')} description={t('description')} indexed={false} />
      <h1 ref={passFocusOn} className="text-2xl font-bold tracking-tight sm:text-3xl">
        {t(isUnknown ? unknownHeading : 'title')}
      </h1>
      <NeedsScript page="success" />
      <div className="mt-4 min-h-96">
        {isWaiting && <p className="needs-script">{t('loading')}</p>}
        {isUnknown && (
          <>
            <p className="max-w-[60ch]">{t('justPaid', { phone: phones[0] })}</p>
            <p className="mt-2 max-w-[60ch]">{t('unknownHelp')}</p>
            <RecentOrders id="recent-orders" />
          </>
        )}
        {hasFailed && (
          <>
            <p className="max-w-[60ch]">{t('failed')}</p>
            <p className="mt-2 max-w-[60ch]">{t('justPaid', { phone: phones[0] })}</p>
            <button type="button" className="button mt-4" onClick={() => void refetch()}>
              {t('retry')}
            </button>
          </>
        )}
      </div>
    </>
  );
}

/** Says that the order lacks the buyer's last changes of the form, because it had been placed before they were sent. */
function MissingChanges() {
  const t = useTranslations('success');
  const { state } = useLocation();
  if (!state?.lacksChanges) return null;
  return (
    <p role="status" className="mb-6 max-w-[66ch] border-s-4 border-warn bg-sheet p-4">
      {t('lacksChanges')}
    </p>
  );
}

const fastPollMs = 3_000;
const slowPollMs = 15_000;
const fastPolls = 40;

/** Returns the interval in ms, or false to stop. Offline payments, and others after `fastPolls`, are polled slowly. */
export function pollIntervalMs({ order }: OrderAnswer, polls: number): number | false {
  const { attempt, refunds } = order.payment;
  const isRefunding = refunds.some(({ state }) => state === 'underway');
  if (!isRefunding && !livePaymentStates.includes(attempt)) return false;
  return !isOffline(order.paymentMethod) && polls < fastPolls ? fastPollMs : slowPollMs;
}
