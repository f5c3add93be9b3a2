import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { groupOf } from '../../../shop/payment/payment-methods.ts';
import { useCart } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { useDaysByBranch } from '../../ui/days-by-branch.ts';
import type { OrderFields } from './order-fields.ts';

export function useCollectionDaysOfOrder() {
  const { branches } = usePageContext().shopConfig;
  const items = Object.values(useCart((store) => store.cart));
  const chosenBranch = useFormContext<OrderFields>().watch('branch');
  const daysByBranch = useDaysByBranch();
  return daysByBranch(chosenBranch ? branches.filter(({ id }) => id === chosenBranch) : branches, items);
}

/** `isHere`: whether all tires are at the branch already; null: no day is known, and `text` says why. */
type Collection = { text: string; isHere: boolean | null };

/** Says when the tires can be collected. A bank transfer may take days, so with it the day is the earliest one. */
export function useReadyText() {
  const t = useTranslations('order');
  const method = useFormContext<OrderFields>().watch('paymentMethod');
  const key = method && groupOf(method) === 'transfer' ? 'earliest' : 'ready';
  return ({ text, isHere }: Collection) => (isHere === null ? text : t(key, { day: text }));
}
