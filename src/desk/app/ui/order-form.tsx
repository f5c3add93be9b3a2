import type { ReactNode } from 'react';
import type { DeskOrder } from '../../../shop/desk/order/desk-order.ts';
import { useOrder } from '../client/use-order.ts';
import { Answer } from './parts.tsx';
import { Screen } from './screen.tsx';

/** A screen for one act on an order. The form begins anew when the order has changed. */
export function OrderForm({
  title,
  children,
}: {
  title: (number: string) => string;
  children: (order: DeskOrder) => ReactNode;
}) {
  const { number, query } = useOrder();
  return (
    <Screen title={title(number)}>
      <Answer query={query}>{(order) => <div key={order.version}>{children(order)}</div>}</Answer>
    </Screen>
  );
}
