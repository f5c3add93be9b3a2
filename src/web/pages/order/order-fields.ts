import { zodResolver } from '@hookform/resolvers/zod';
import { type Path, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type OrderForm, orderForm, vehicle } from '../../../shop/checkout/place/order-form.ts';
import { useCart } from '../../client/stores/stored.ts';
import { useShopLocale } from '../../ui/locale.ts';

/** The value of the fitting time when the branch must call the buyer to agree a time. */
export const callMe = 'call';

/** As the `fitting` of `orderForm`, except `at`: ISO 8601 or `callMe`. */
const fittingFields = z
  .object({
    // Without the option `abort`, so that zod also checks the vehicle below when the time is missing.
    at: z.string().check(z.minLength(1, 'required')),
    // React Hook Form writes null when the radios lose the focus and none is checked.
    vehicle: z.nullish(vehicle),
    storage: z.boolean(),
    /** Whether the buyer wants to be told of earlier times. */
    earlier: z.boolean(),
  })
  .check(
    z.refine(({ at, vehicle }) => at === callMe || Boolean(vehicle), {
      path: ['vehicle'],
      error: 'required',
    }),
  );

/** The form without `items`, which are in the cart. `fitting` undefined: the page asks for no time. */
const orderFields = z.extend(z.omit(orderForm, { items: true, fitting: true }), { fitting: z.optional(fittingFields) });

export type OrderFields = z.input<typeof orderFields>;
export type FilledFields = z.output<typeof orderFields>;
export type FieldPath = Path<OrderFields>;

/** A form whose fields are validated on blur, on the native `change` event and by `setValue`, not while typing (specification, section 5). */
export function useOrderForm() {
  const locale = useShopLocale();
  return useForm<OrderFields, unknown, FilledFields>({
    resolver: zodResolver(orderFields),
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: false,
    defaultValues: {
      locale,
      customer: { name: '', email: '', phone: '' },
      company: null,
      branch: '',
      fulfilment: useCart.getState().fulfilment,
      plate: null,
      note: '',
      paymentMethod: '',
    },
  });
}

/** Returns the order's fitting; null: no time is booked, as the branch calls the buyer or the page asks for none. */
export function fittingOfOrder({ fitting }: Pick<FilledFields, 'fitting'>): OrderForm['fitting'] {
  if (!fitting?.vehicle || fitting.at === callMe) return null;
  return { ...fitting, vehicle: fitting.vehicle };
}

/** Returns the field that shows an error of the API. All errors about fitting belong to its time. */
export function fieldOf(path: string): FieldPath {
  return path.startsWith('fitting') ? 'fitting.at' : (path as FieldPath);
}
