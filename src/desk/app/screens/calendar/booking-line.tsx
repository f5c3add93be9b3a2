import type { CalendarBooking } from '../../../../shop/desk/calendar/calendar.ts';
import { useTexts } from '../../client/texts.tsx';
import { MoneyState, TiresState } from '../../ui/order/order-row.tsx';
import { State } from '../../ui/parts.tsx';

/** Returns a function that describes the work of a booking: `4 × 17″`. */
export function useWorkText() {
  const t = useTexts('calendar');
  return ({ wheels, rim, runFlat }: Pick<CalendarBooking, 'wheels' | 'rim' | 'runFlat'>) => {
    const work = rim === null ? t('workOnly', { wheels }) : t('work', { wheels, rim });
    return runFlat ? `${work}, ${t('runFlat')}` : work;
  };
}

export const customerOf = ({ plate, name, order }: CalendarBooking): string => plate || name || order?.number || '–';

export function BookingLine({ booking }: { booking: CalendarBooking }) {
  const workText = useWorkText();
  const { time, plate, name } = booking;
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="number font-semibold">
        {time} {customerOf(booking)}
      </span>
      {plate !== '' && name !== '' && ` ${name}`}, <span className="number">{workText(booking)}</span>
    </span>
  );
}

export function BookingStates({ booking, isShort }: { booking: CalendarBooking; isShort?: boolean }) {
  const t = useTexts('calendar');
  const { state, order, mustMove } = booking;
  if (state === 'done') return <State tone="quiet">{t('state.done')}</State>;
  return (
    <>
      {mustMove && <State tone="bad">{t('mustMove')}</State>}
      {state === 'arrived' && <State tone="good">{t('state.arrived')}</State>}
      {order && order.tires.state !== 'here' && <TiresState tires={order.tires} isShort={isShort} />}
      {order && !order.money.paid && <MoneyState money={order.money} />}
    </>
  );
}
