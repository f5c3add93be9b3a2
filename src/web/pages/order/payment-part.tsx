import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { cartTotal } from '../../../shop/cart/cart.ts';
import { toEuros } from '../../../shop/money.ts';
import { paymentMethodsQuery } from '../../queries.ts';
import { useCart } from '../../stores/cart.ts';
import { Choices } from '../../ui/form/choices.tsx';
import { useShopLocale } from '../../ui/use-shop-locale.ts';
import type { OrderFields } from './use-order-form.ts';

export function PaymentPart() {
  const t = useTranslations('order');
  const amount = useCart(({ cart }) => toEuros(cartTotal(cart)));
  const { data, isError, refetch } = useQuery(paymentMethodsQuery(useShopLocale(), amount));
  return (
    <section aria-labelledby="pay" className="grid min-h-48 content-start gap-5">
      <h2 id="pay" className="text-xl font-semibold">
        {t('pay')}
      </h2>
      {data && (
        <Choices<OrderFields>
          name="paymentMethod"
          legend={t('paymentMethod')}
          choices={data.map(({ id, label, description }) => ({ id, label, detail: description }))}
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
