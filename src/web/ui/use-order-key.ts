import { useLocation, useSearchParams } from 'react-router';
import { type OrderKey, useOrders } from '../stores/orders.ts';

/**
 * The order that the address names: `?order=NUMBER#TOKEN`. Without its token, that of this browser's recent orders; none
 * is an empty text. Whatever else the address says, a provider's `status` for one, counts for nothing.
 */
export function useOrderKey(): OrderKey {
  const number = useSearchParams()[0].get('order') ?? '';
  const fromUrl = useLocation().hash.slice(1);
  const orders = useOrders((store) => store.orders);
  return { number, token: fromUrl || orders.find((order) => order.number === number)?.token || '' };
}
