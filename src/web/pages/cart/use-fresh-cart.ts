import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CartChange, refreshed } from '../../../shop/cart/cart.ts';
import { productsByIdQuery } from '../../queries.ts';
import { useCart } from '../../stores/cart.ts';

/** Brings the cart's prices and stock up to date when the page opens, and remembers what changed. */
export function useFreshCart() {
  const { cart, replace } = useCart();
  const [changes, setChanges] = useState<CartChange[]>([]);
  const ids = Object.keys(cart).sort();
  const { data, isError } = useQuery({
    ...productsByIdQuery(ids),
    enabled: ids.length > 0,
    refetchOnMount: 'always',
    retryOnMount: true,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer; the cart itself changes here
  useEffect(() => {
    if (!data || ids.length === 0) return;
    const news = refreshed(cart, data.items);
    replace(news.cart);
    setChanges((known) => [...known.filter(({ id }) => !news.changes.some((n) => n.id === id)), ...news.changes]);
  }, [data]);

  return { changes: changes.filter(({ id }) => id in cart), failed: isError };
}
