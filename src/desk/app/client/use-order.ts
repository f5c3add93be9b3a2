import { useParams } from 'react-router';
import type { DeskOrder } from '../../../shop/desk/order/desk-order.ts';
import { useLiveQuery } from './queries.ts';

export function useOrder() {
  const { number = '' } = useParams();
  const query = useLiveQuery<DeskOrder>(`/api/orders/${encodeURIComponent(number)}`, [
    'orders',
    'fitting',
    'purchases',
  ]);
  return { number, query };
}
