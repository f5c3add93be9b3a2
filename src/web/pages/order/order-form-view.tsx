import { useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { cartCount } from '../../../shop/cart/cart.ts';
import { useCart } from '../../stores/cart.ts';
import { useTranslations } from '../../words.tsx';
import { BeforeYouOrder } from './before-you-order.tsx';
import { CustomerPart } from './customer-part.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { NothingToOrder } from './nothing-to-order.tsx';
import { OpenAttempt } from './open-attempt.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PaymentPart } from './payment-part.tsx';
import { PlacePart } from './place-part.tsx';
import { Refusal } from './refusal.tsx';
import { TermsField } from './terms-field.tsx';
import { useOrderForm } from './use-order-form.ts';
import { useSubmitOrder } from './use-submit-order.ts';

/** Who, where, how to pay, and what is ordered: one column, three short parts. */
export function OrderFormView() {
  const t = useTranslations('order');
  const form = useOrderForm();
  const { submit, resend, sending, refusal } = useSubmitOrder(form);
  const empty = useCart(({ cart }) => cartCount(cart) === 0);
  const summary = useRef<HTMLDivElement>(null);
  const [submitted, setSubmitted] = useState(0);
  const invalid = Object.keys(form.formState.errors).length > 0;
  const troubled = invalid || refusal !== null;

  // The summary takes the focus when an attempt to order was not accepted, not while fields are being mended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new attempt moves the focus
  useEffect(() => {
    if (submitted > 0 && troubled) summary.current?.focus();
  }, [submitted]);

  const attempt = <OpenAttempt onResend={resend} busy={sending} />;
  // An attempt that is still open can be settled whatever has become of the cart.
  if (empty) {
    // The order stands and the next page, perhaps a bank's, is on its way.
    if (sending) return <p role="status">{t('leaving')}</p>;
    return (
      <>
        {attempt}
        {refusal && <Refusal error={refusal} />}
        <NothingToOrder />
      </>
    );
  }
  return (
    <FormProvider {...form}>
      {attempt}
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,36rem)_1fr]">
        <form
          noValidate
          onSubmit={(event) => void submit(event).finally(() => setSubmitted((times) => times + 1))}
          className="grid gap-10"
        >
          <div ref={summary} tabIndex={-1} className="empty:hidden">
            {submitted > 0 && invalid && <ErrorSummary />}
            {refusal && <Refusal error={refusal} />}
          </div>
          <CustomerPart />
          <PlacePart />
          <PaymentPart />
          <div className="grid gap-4">
            <BeforeYouOrder />
            <TermsField />
            <button type="submit" disabled={sending} className="button button-signal min-h-14 text-l">
              {t(sending ? 'sending' : 'submit')}
            </button>
          </div>
        </form>
        <OrderSummary />
      </div>
    </FormProvider>
  );
}
