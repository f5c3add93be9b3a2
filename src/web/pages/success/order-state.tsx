import type { NextStep, OrderView } from '../../../shop/order/order-view.ts';
import { useDateFormat, useTranslations } from '../../words.tsx';
import { moneyWord } from './order-words.ts';

/** How the order and its money stand; a screen reader hears of every change. */
export function OrderState({ order, next }: { order: OrderView; next: NextStep }) {
  const t = useTranslations('success');
  const status = useTranslations('orderStatus');
  const format = useDateFormat();
  const placed = format(new Date(order.placedAt), { dateStyle: 'long', timeStyle: 'short' });
  return (
    <>
      <p className="mt-2">{t('placed', { when: placed })}</p>
      <p role="status" className="flex flex-wrap gap-x-4">
        <span>
          {t('status')}: <strong>{status(order.status)}</strong>
        </span>{' '}
        <span>
          {t('money.title')}: <strong>{t(`money.${moneyWord(order, next)}`)}</strong>
        </span>
      </p>
    </>
  );
}
