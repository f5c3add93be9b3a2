import { leadDaysOf } from '../../../shop/order/lead-days.ts';
import type { NextStep, OrderView } from '../../../shop/order/order-view.ts';
import { isPaidOnline } from '../../../shop/payment/method-word.ts';
import { useShop } from '../../shop-context.tsx';
import { calendarDay } from '../../ui/calendar-day.ts';
import { useDateFormat, useTranslations } from '../../words.tsx';

/** What happens next, in order, with dates; for an order that is over, what became of it. */
export function NextSteps({ order, next }: { order: OrderView; next: NextStep }) {
  const t = useTranslations('success');
  const format = useDateFormat();
  const branch = useShop().facts.branches.find(({ id }) => id === order.branch)?.name ?? order.branch;
  const day = (date: string) => format(calendarDay(date), { weekday: 'long', day: 'numeric', month: 'long' });
  const { status, awaitsBuyer, payment } = order;
  if (status === 'expired' || status === 'cancelled' || status === 'completed') {
    const word = status === 'cancelled' && payment.paid > payment.refunded ? 'cancelledPaid' : status;
    return <p className="mt-6 border-s-4 border-edge bg-sheet p-4">{t(`closed.${word}`)}</p>;
  }

  function collecting() {
    const fitting = order.fulfilment === 'fitting';
    if (status === 'ready') return t(fitting ? 'stepReadyFitting' : 'stepReadyPickup', { branch });
    // The shop sets about an order that is paid by transfer when the money is there.
    if (next.type === 'instructions') {
      return t(fitting ? 'stepFittingAfter' : 'stepPickupAfter', { branch, days: leadDaysOf(order) });
    }
    return t(fitting ? 'stepFitting' : 'stepPickup', { branch, day: day(order.promisedOn) });
  }

  return (
    <section aria-labelledby="next" className="mt-8">
      <h2 id="next" className="mb-2 text-xl font-semibold">
        {t('next')}
      </h2>
      <ol className="list-decimal space-y-2 ps-5">
        {next.type === 'instructions' && <li>{t('stepTransfer', { day: day(next.dueOn) })}</li>}
        {awaitsBuyer && isPaidOnline(order.paymentMethod) && <li>{t('stepPayOnline')}</li>}
        <li>{collecting()}</li>
        {awaitsBuyer && order.paymentMethod === 'pay_at_branch' && (
          <li>{t('stepPayHere', { day: day(order.heldUntil) })}</li>
        )}
      </ol>
    </section>
  );
}
