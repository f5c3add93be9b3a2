import { useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { cartItemCount } from '../../../shop/cart/cart.ts';
import { About } from '../../about/about.tsx';
import { useCart, useStoreReady } from '../../client/stores/stored.ts';
import { useCartObstacle } from '../../ui/cart-obstacle.ts';
import { AdviceProvider } from '../../ui/form/form-fields.tsx';
import { PageLink } from '../../ui/links.tsx';
import { NeedsScript } from '../../ui/orders/needs-script.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { BeforeYouOrder } from './before-you-order.tsx';
import { BranchPart, CustomerPart, PaymentPart, TermsField } from './form-parts.tsx';
import { ErrorSummary, Refusal, useAdvice } from './order-errors.tsx';
import { useOrderForm } from './order-fields.ts';
import { OrderSummary, SummaryBar } from './order-summary.tsx';
import { findOpenAttempt, type OrderAttempt, useSubmitOrder } from './submit-order.ts';

export default function OrderPage() {
  const t = useTranslations('order');
  const isReady = useStoreReady(useCart);
  return (
    <>
      <PageHead title={t('title')} description={t('description')} indexed={false} />
      <h1 className="text-xl font-bold tracking-tight sm:text-2xl">{t('title')}</h1>
      <NeedsScript page="order" />
      <div className="mt-4 min-h-screen sm:mt-6">{isReady && <OrderFormView />}</div>
      <About />
    </>
  );
}

function OrderFormView() {
  const t = useTranslations('order');
  const form = useOrderForm();
  const adviceOn = useAdvice();
  const { submit, resend, isSending, refusal, nearestStarts } = useSubmitOrder(form);
  const cart = useCart((store) => store.cart);
  const obstacle = useCartObstacle(Object.values(cart));
  const errorBox = useRef<HTMLDivElement>(null);
  const [formHeight, setFormHeight] = useState(0);
  const [submitCount, setSubmitCount] = useState(0);
  const hasFieldErrors = Object.keys(form.formState.errors).length > 0;
  const hasErrors = hasFieldErrors || refusal !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another submission moves the focus
  useEffect(() => {
    if (submitCount > 0 && hasErrors) errorBox.current?.focus();
  }, [submitCount]);

  const openAttempt = <UnfinishedAttempt onResend={resend} isBusy={isSending} />;
  // The cart is emptied when the order is placed, before the next page opens. It may also be empty while an earlier attempt is still open.
  if (cartItemCount(cart) === 0) {
    if (isSending) return <LeavingNotice formHeight={formHeight} />;
    return (
      <>
        {openAttempt}
        {refusal && <Refusal error={refusal} />}
        <NothingToOrder />
      </>
    );
  }
  return (
    <FormProvider {...form}>
      <AdviceProvider value={adviceOn}>
        {openAttempt}
        <SummaryBar />
        <form
          noValidate
          onSubmit={(event) => {
            setFormHeight(event.currentTarget.offsetHeight);
            void submit(event).finally(() => setSubmitCount((count) => count + 1));
          }}
          className="grid items-start gap-x-10 gap-y-4 lg:max-w-[76rem] lg:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]"
        >
          <div className="grid gap-7 sm:gap-10">
            {obstacle && !refusal && <Obstacle text={obstacle} />}
            <div ref={errorBox} tabIndex={-1} className="empty:hidden">
              {submitCount > 0 && hasFieldErrors && <ErrorSummary />}
              {refusal && <Refusal error={refusal} />}
            </div>
            <CustomerPart />
            <BranchPart nearestStarts={nearestStarts} />
            <PaymentPart />
            <div className="grid gap-4">
              <BeforeYouOrder />
              <TermsField />
            </div>
          </div>
          <OrderSummary />
          {obstacle && !isSending ? (
            <Obstacle text={obstacle} />
          ) : (
            <button type="submit" disabled={isSending} className="button button-signal min-h-14 text-l">
              {t(isSending ? 'sending' : 'submit')}
            </button>
          )}
        </form>
      </AdviceProvider>
    </FormProvider>
  );
}

/** Says why the cart cannot be ordered, above the form and in place of its button. */
function Obstacle({ text }: { text: string }) {
  const t = useTranslations('order');
  return (
    <div className="border-s-4 border-bad bg-sheet p-4">
      <p className="font-semibold">{text}</p>
      <PageLink to="cart" className="button mt-3">
        {t('changeCart')}
      </PageLink>
    </div>
  );
}

/** Keeps the form's height (px) while the next page loads, so that a double click hits no link of the footer. */
function LeavingNotice({ formHeight }: { formHeight: number }) {
  return (
    <div style={{ minHeight: formHeight }}>
      <p role="status" className="sticky top-1/2 py-4 text-l">
        {useTranslations('order')('leaving')}
      </p>
    </div>
  );
}

type Props = { onResend: (attempt: OrderAttempt) => Promise<void>; isBusy: boolean };

/** Offers to resend an earlier attempt that got no response. The key stays the same, so no second order is placed. */
function UnfinishedAttempt({ onResend, isBusy }: Props) {
  const t = useTranslations('order');
  const [attempt, setAttempt] = useState(findOpenAttempt);
  if (!attempt) return null;
  return (
    <div role="status" className="mb-8 border-s-4 border-warn bg-sheet p-4">
      <p>{t('openAttempt')}</p>
      <button
        type="button"
        disabled={isBusy}
        className="button mt-3"
        onClick={() => void onResend(attempt).finally(() => setAttempt(findOpenAttempt()))}
      >
        {t('askAgain')}
      </button>
    </div>
  );
}

function NothingToOrder() {
  const t = useTranslations('order');
  return (
    <>
      <p>{t('emptyCart')}</p>
      <PageLink to="index" className="button button-signal mt-6">
        {t('toList')}
      </PageLink>
    </>
  );
}
