import { Link } from 'react-router';
import type { CalendarWeek, CalendarWeekDay } from '../../../../shop/desk/calendar/calendar.ts';
import { useTexts } from '../../client/texts.tsx';
import { useFormat } from '../../ui/format.ts';
import { State } from '../../ui/parts.tsx';

export function WeekView({ week }: { week: CalendarWeek }) {
  return (
    <ol className="grid gap-2 md:grid-cols-2 xl:grid-cols-4">
      {week.days.map((day) => (
        <Day key={day.day} day={day} isToday={day.day === week.today} />
      ))}
    </ol>
  );
}

function Day({ day, isToday }: { day: CalendarWeekDay; isToday: boolean }) {
  const t = useTexts('calendar');
  const format = useFormat();
  const { hours: openingHours, bookings: bookingCount, mustMove: mustMoveCount, freeHours } = day;
  const { byBooking: opensOnlyForBookings, blocked: hasBlockedTimes, opened: hasExtraHours } = day;
  return (
    <li>
      <Link
        data-row
        to={`?day=${day.day}`}
        className={`grid min-h-28 content-start gap-1 rounded-lg border bg-sheet p-4 hover:border-ink ${isToday ? 'border-2 border-ink' : 'border-line'}`}
      >
        <span className="flex flex-wrap items-baseline justify-between gap-2">
          <span className="font-semibold first-letter:uppercase">{format.longDay(day.day)}</span>
          <span className="number text-s text-quiet">
            {openingHours ? `${openingHours.opens}–${openingHours.closes}` : t('closed')}
          </span>
        </span>
        <span className="number">{t('weekOf.booked', { count: bookingCount })}</span>
        {(openingHours !== null || hasExtraHours) && (
          <span className="number text-quiet">{t('weekOf.freeHours', { hours: freeHours })}</span>
        )}
        <span className="grid justify-items-start text-s">
          {opensOnlyForBookings && <span className="text-quiet">{t('byBooking')}</span>}
          {mustMoveCount > 0 && <State tone="bad">{t('weekOf.mustMove', { count: mustMoveCount })}</State>}
          {hasBlockedTimes && <State tone="warn">{t('weekOf.blocked')}</State>}
          {hasExtraHours && <State tone="good">{t('weekOf.opened')}</State>}
        </span>
      </Link>
    </li>
  );
}
