import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CalendarBooking } from '../../../../shop/desk/calendar/calendar.ts';
import { useTexts } from '../../client/texts.tsx';
import { useFormat } from '../format.ts';
import { MoneyState, TiresState } from '../order/order-row.tsx';
import { State } from '../parts.tsx';

type Props = {
  booking: CalendarBooking;
  time: string;
  hasStuds?: boolean;
  note?: ReactNode;
  children?: ReactNode;
};

export function FittingRow({ booking, time, hasStuds = false, note, children }: Props) {
  const t = useTexts('fittingTime');
  const { money } = useFormat();
  const { order, name, phone, plate, vehicle, wheels, rim, runFlat, priceCents, storage: hasStoredSet } = booking;
  const facts = (
    <>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="number text-l font-semibold">{time}</span>
        {plate && <span className="number rounded-sm border border-edge px-1 text-s">{plate}</span>}
        <span className="min-w-0 truncate">{name || phone}</span>
        {order && <span className="number text-s text-quiet">{order.number}</span>}
      </span>
      <span className="flex flex-wrap gap-x-4 text-s">
        <span>
          {rim === null ? `${wheels} ×` : t('wheels', { wheels, rim })}
          {hasStuds && ` ${t('studded')}`}
          {runFlat && ` ${t('runFlat')}`}, {t(`vehicle.${vehicle}`)}
        </span>
        {note}
        {order && <TiresState tires={order.tires} />}
        {order && <MoneyState money={order.money} />}
        {priceCents !== null && <span>{t('fee', { amount: money(priceCents) })}</span>}
        {hasStoredSet && <State tone="warn">{t('storage')}</State>}
      </span>
    </>
  );
  const factsClass = 'grid min-h-12 min-w-0 flex-1 basis-48 content-center rounded-md';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      {order ? (
        <Link data-row to={`/o/${order.number}`} className={`${factsClass} hover:underline`}>
          {facts}
        </Link>
      ) : (
        <span className={factsClass}>{facts}</span>
      )}
      {children}
    </li>
  );
}
