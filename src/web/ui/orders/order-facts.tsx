import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { countedSizes } from '../../../shop/order/counted-sizes.ts';
import { orderQuery } from '../../client/queries.ts';
import type { OrderKey } from '../../client/stores/stored.ts';
import { useDateFormat } from '../locale.ts';
import { Price } from '../tire-facts.tsx';

/** Several pages list the same orders. An order is requested again only if its data is older. */
const freshMs = 60_000;

export function OrderFacts({ orderKey }: { orderKey: OrderKey }) {
  const t = useTranslations('recentOrders');
  const tStatus = useTranslations('orderStatus');
  const format = useDateFormat();
  const { data, isError } = useQuery({
    ...orderQuery(orderKey),
    staleTime: freshMs,
    retryOnMount: false,
    // Another page or the branch may have changed the order meanwhile.
    refetchOnWindowFocus: true,
  });
  if (!data) return isError && <p className="text-s text-quiet">{t('failed')}</p>;
  const { order } = data;
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{countedSizes(order.items).join(', ')}</span>
        <Price euros={order.total} className="font-semibold" />
      </p>
      <p className="flex flex-wrap justify-between gap-x-4 text-s">
        <time dateTime={order.placedAt} className="text-quiet">
          {format(new Date(order.placedAt), { day: 'numeric', month: 'long', year: 'numeric' })}
        </time>
        <span className="font-semibold">{tStatus(order.status)}</span>
      </p>
    </>
  );
}
