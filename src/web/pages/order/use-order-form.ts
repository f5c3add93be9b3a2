import { zodResolver } from '@hookform/resolvers/zod';
import { type Path, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type OrderForm, orderForm } from '../../../shop/checkout/place/order-form.ts';
import { useShopLocale } from '../../ui/locale.ts';

/** What the visitor fills in: everything of an order but its tires, which the cart has. */
export const orderFields = z.omit(orderForm, { items: true });
export type OrderFields = z.input<typeof orderFields>;
export type FieldPath = Path<OrderFields>;

/** Rules run on blur, on the native change event and on setValue, never while typing (specification, section 5). */
export function useOrderForm() {
  const locale = useShopLocale();
  return useForm<OrderFields, unknown, Omit<OrderForm, 'items'>>({
    resolver: zodResolver(orderFields),
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
    defaultValues: {
      locale,
      customer: { name: '', email: '', phone: '' },
      company: null,
      branch: '',
      plate: null,
      note: '',
      paymentMethod: '',
    },
  });
}
