import type { CalendarBooking, CalendarDay } from '../../../../shop/desk/calendar/calendar.ts';
import { planOf } from '../../../../shop/desk/calendar/calendar-plan.ts';
import { dialable } from '../../../../shop/dialable.ts';
import { timeOn } from '../../../../shop/fitting/day-plan.ts';
import { useTexts } from '../../client/texts.tsx';
import { useAct } from '../../client/use-act.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ListPanel, Panel, State } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { BookingLine, customerOf } from './booking-line.tsx';
import { DayGrid } from './day-grid.tsx';
import { DayList } from './day-list.tsx';
import { useStartText } from './starts.tsx';
import type { CalendarUrl } from './use-calendar-url.ts';

type Props = { calendar: CalendarDay; url: CalendarUrl };
type DayProps = Props & { onMessage: (message: string) => void };

export function DayView({ calendar, url, onMessage }: DayProps) {
  const t = useTexts('calendar');
  const startText = useStartText();
  const { run, refused } = useAct('move-fitting');
  const move = async (booking: CalendarBooking, to: { at: string; bay: number; time: string }) => {
    const { id, version } = booking;
    const { at, bay } = to;
    const result = await run({ id, version, at, bay });
    onMessage(result.ok ? t('told', { who: customerOf(booking), when: startText(to) }) : '');
  };
  return (
    <>
      <Problem refused={refused} />
      <MustMove calendar={calendar} url={url} />
      <Hours calendar={calendar} url={url} />
      <DayGrid calendar={calendar} url={url} onMove={move} />
      <DayList calendar={calendar} url={url} />
      <Missed calendar={calendar} url={url} />
    </>
  );
}

/** The opening hours. On wide screens also the extra hours; on phones, `DayList` shows them. */
function Hours({ calendar, url }: Props) {
  const t = useTexts('calendar');
  const { hours, byBooking: opensOnlyForBookings, blocks } = calendar;
  const plan = planOf(calendar);
  const time = (iso: string) => timeOn(plan, Date.parse(iso));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="number text-quiet">
        {hours ? `${hours.opens}–${hours.closes}` : t('closed')}
        {hours && opensOnlyForBookings && `, ${t('byBooking')}`}
      </p>
      {blocks
        .filter(({ opens }) => opens)
        .map(({ id, bay, from, to }) => (
          <span key={id} className="hidden md:block">
            <Button onPress={() => url.open(`block-${id}`)}>
              <State wraps tone="good">
                {time(from)}–{time(to)}, {bay === null ? t('block.every') : t('bay', { bay })}: {t('block.opened')}
              </State>
            </Button>
          </span>
        ))}
    </div>
  );
}

function MustMove({ calendar: { bookings }, url }: Props) {
  const t = useTexts('calendar');
  const toMove = bookings.filter(({ mustMove }) => mustMove);
  if (toMove.length === 0) return null;
  return (
    <Panel title={t('mustMoveTitle')} count={toMove.length}>
      <p className="mb-2 text-s text-quiet">{t('mustMoveWhy')}</p>
      <ul>
        {toMove.map((booking) => (
          <li
            key={booking.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-56">
              <BookingLine booking={booking} />
            </span>
            {booking.phone && (
              <a href={`tel:${dialable(booking.phone)}`} className={`${buttonClass()} number`}>
                {booking.phone}
              </a>
            )}
            <Button onPress={() => url.open(booking.id, { move: true })}>{t('acts.move')}</Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Missed({ calendar: { bookings }, url }: Props) {
  const t = useTexts('calendar');
  const missed = bookings.filter(({ state }) => state === 'missed');
  if (missed.length === 0) return null;
  return (
    <ListPanel title={t('missed')} rows={missed}>
      {(booking) => (
        <li key={booking.id} className="border-t border-line first:border-t-0">
          <button
            type="button"
            data-row
            className="min-h-12 w-full cursor-pointer py-2 text-left hover:underline"
            onClick={() => url.open(booking.id)}
          >
            <BookingLine booking={booking} /> <State tone="bad">{t('state.missed')}</State>
          </button>
        </li>
      )}
    </ListPanel>
  );
}
