import { toCents, toEuros } from '../../../shop/money.ts';
import type { OrderView } from '../../../shop/order/order-view.ts';
import { methodWord } from '../../../shop/payment/method-word.ts';
import { Price } from '../../ui/price.tsx';
import { useTranslations } from '../../words.tsx';

export function OrderedTires({ order }: { order: OrderView }) {
  const t = useTranslations('success');
  const method = useTranslations('payment');
  return (
    <section aria-labelledby="tires" className="mt-8">
      <h2 id="tires" className="mb-2 text-xl font-semibold">
        {t('tires')}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {order.items.map((item) => (
          <li key={item.id} className="flex justify-between gap-4 py-3">
            <span>
              <strong>{item.title}</strong>
              <span className="tabular block">{item.size}</span>
              <span className="tabular block text-s text-quiet">
                {item.count} × <Price euros={item.price} />
              </span>
            </span>
            <Price euros={toEuros(toCents(item.price) * item.count)} className="font-semibold" />
          </li>
        ))}
      </ul>
      <p className="mt-3 flex items-baseline justify-between">
        <span className="font-semibold">{t('total')}</span>
        <Price euros={order.total} className="text-2xl font-bold" />
      </p>
      <p className="text-end text-s text-quiet">
        {t('vat', { percent: order.vat.percent })} <Price euros={order.vat.amount} />
      </p>
      <p className="mt-2">
        {t('payment')}: {method(`${methodWord(order.paymentMethod)}.label`)}
      </p>
      {order.fulfilment === 'fitting' && <p className="text-s text-quiet">{t('fittingNotIncluded')}</p>}
    </section>
  );
}
