import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { cartTotal } from '../../../shop/cart/cart.ts';
import { toEuros } from '../../../shop/money.ts';
import { paymentMethodsQuery } from '../../queries.ts';
import { useCart } from '../../stores/cart.ts';
import { errorCode, useFieldMessage } from '../../ui/form/use-field-message.ts';
import { PaymentMethods } from '../../ui/payment-methods.tsx';
import { useShopLocale, useTranslations } from '../../words.tsx';
import type { OrderFields } from './use-order-form.ts';

export function PaymentPart() {
  const t = useTranslations('order');
  const amount = useCart(({ cart }) => toEuros(cartTotal(cart)));
  const { data, isError, refetch } = useQuery(paymentMethodsQuery(useShopLocale(), amount));
  const { register, setValue, watch, formState } = useFormContext<OrderFields>();
  const message = useFieldMessage(errorCode(formState.errors, 'paymentMethod'), t('paymentMethod'));
  const { ref, onBlur } = register('paymentMethod');
  return (
    <section aria-labelledby="pay" className="grid min-h-48 content-start gap-5">
      <h2 id="pay" className="text-xl font-semibold">
        {t('pay')}
      </h2>
      {data && (
        <PaymentMethods
          legend={t('paymentMethod')}
          methods={data}
          chosen={watch('paymentMethod') ?? ''}
          onChoose={(id) => setValue('paymentMethod', id, { shouldValidate: true, shouldDirty: true })}
          onBlur={(event) => void onBlur(event)}
          inputRef={ref}
          message={message}
        />
      )}
      {isError && (
        <p role="alert">
          {t('methodsFailed')}{' '}
          <button type="button" className="min-h-11 font-semibold underline" onClick={() => void refetch()}>
            {t('retry')}
          </button>
        </p>
      )}
    </section>
  );
}
