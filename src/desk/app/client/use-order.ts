import { useParams } from 'react-router';
import type { DeskOrder } from '../../../shop/desk/order/desk-order.ts';
import { useScreen } from './queries.ts';

export function useOrder() {
  const { number = '' } = useParams();
  const query = useScreen<DeskOrder>(`/api/orders/${encodeURIComponent(number)}`, ['orders', 'fitting', 'purchases']);
  return { number, query };
}
