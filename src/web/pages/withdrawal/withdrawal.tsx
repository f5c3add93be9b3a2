import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { OrderView } from '../../../shop/order/order-view.ts';
import { orderQuery } from '../../client/queries.ts';
import { type OrderKey, useOrders, useStoreReady } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { focusHeading, passFocusOn } from '../../ui/focus-heading.ts';
import { linkTag } from '../../ui/links.tsx';
import { useOrderKey } from '../../ui/orders/recent-orders.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { type Acknowledgement, AcknowledgementStep, ConfirmStep } from './declaration.tsx';
import { type Fields, FormStep, type ValidDeclaration } from './form-step.tsx';

/** The withdrawal function that Directive 2011/83/EU, Article 11a, requires: two steps, acknowledgement, no login. */
export default function WithdrawalPage() {
  const t = useTranslations('withdrawal');
  const isReady = useStoreReady(useOrders);
  const orderKey = useOrderKey();
  const { data, isLoading, isFetchedAfterMount } = useQuery({
    ...orderQuery(orderKey),
    enabled: isReady && orderKey.number !== '' && orderKey.token !== '',
  });
  // An order whose data are erased has no address for the acknowledgement, so the form asks for one.
  const order = data?.order.customer.email ? data.order : null;
  // While an order that failed to load is requested again, the form stays.
  const isFirstLoad = isLoading && !isFetchedAfterMount;
  return (
    <>
      <PageHead title={t('title')} description={t('description')} />
      {isReady && !isFirstLoad ? (
        <WithdrawalSteps key={orderKey.number + orderKey.token} loadedOrder={order} orderKey={orderKey} />
      ) : (
        <>
          <h1 ref={passFocusOn} className="text-2xl font-bold tracking-tight sm:text-3xl">
            {t('title')}
          </h1>
          <p className="mt-3 max-w-[60ch] text-l text-quiet">{t('lead')}</p>
          <WithoutScript />
          <div className="mt-8 min-h-screen">{isFirstLoad && <p>{t('loading')}</p>}</div>
        </>
      )}
    </>
  );
}

type StepsProps = { loadedOrder: OrderView | null; orderKey: OrderKey };

function WithdrawalSteps({ loadedOrder, orderKey }: StepsProps) {
  // The form has other fields if no order is loaded, so an order that loads while the buyer fills it in is not used.
  const [beganWithOrder] = useState(loadedOrder !== null);
  const order = beganWithOrder ? loadedOrder : null;
  const location = useLocation();
  const navigate = useNavigate();
  const [declared, setDeclared] = useState<ValidDeclaration | null>(null);
  const [done, setDone] = useState<{ declared: ValidDeclaration; acknowledgement: Acknowledgement } | null>(null);
  const [fields, setFields] = useState<Fields>({
    number: order?.number ?? orderKey.number,
    name: order?.customer.name ?? '',
    email: order?.customer.email ?? '',
    scope: 'whole',
    counts: order?.items.map(() => '0') ?? [],
    note: '',
  });

  // The confirmation is a history entry, so that Back leads to the form. After a reload, it shows the form.
  const isConfirmationEntry = location.state?.isConfirming === true;
  const step = isConfirmationEntry && declared ? 'confirm' : 'form';
  const shown = done ? 'done' : step;
  const lastShown = useRef(shown);
  useEffect(() => {
    if (lastShown.current === shown) return;
    lastShown.current = shown;
    scrollTo(0, 0);
    focusHeading();
  }, [shown]);

  if (done) return <AcknowledgementStep order={order} {...done} />;
  if (declared && step === 'confirm') {
    return (
      <ConfirmStep
        order={order}
        declared={declared}
        token={orderKey.token}
        onEdit={() => void navigate(location, { replace: true, state: null })}
        onConfirmed={(acknowledgement) => setDone({ declared, acknowledgement })}
      />
    );
  }
  const declare = (filled: Fields, declaration: ValidDeclaration) => {
    setFields(filled);
    setDeclared(declaration);
    void navigate(location, { replace: isConfirmationEntry, state: { isConfirming: true } });
  };
  return <FormStep order={order} fields={fields} onDeclared={declare} />;
}

function WithoutScript() {
  const t = useTranslations('withdrawal');
  const { email, legalName, address } = usePageContext().shopConfig;
  return (
    <noscript>
      <p className="mt-4 max-w-[66ch] border-s-4 border-warn bg-sheet p-4">
        {t.rich('needsScript', { email, mail: linkTag(`mailto:${email}`) })}
        <br />
        {t('paper', { legalName, address })}
      </p>
    </noscript>
  );
}
