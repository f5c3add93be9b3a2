import type { CalendarBlock, CalendarBooking, CalendarDay } from '../../../../shop/desk/calendar/calendar.ts';
import { instantOf, planOf, shownHours, takesBay } from '../../../../shop/desk/calendar/calendar-plan.ts';
import { timeOn } from '../../../../shop/fitting/day-plan.ts';
import { useTexts } from '../../client/texts.tsx';
import { Panel } from '../../ui/parts.tsx';
import { BookingLine, BookingStates } from './booking-line.tsx';
import type { CalendarUrl } from './use-calendar-url.ts';

type Props = { calendar: CalendarDay; url: CalendarUrl };

type Entry = { at: number; booking: CalendarBooking } | { at: number; block: CalendarBlock };

export function DayList({ calendar, url }: Props) {
  const t = useTexts('calendar');
  const bookings = calendar.bookings.filter(takesBay);
  const entries: Entry[] = [
    ...bookings.map((booking) => ({ at: Date.parse(booking.from), booking })),
    ...calendar.blocks.map((block) => ({ at: Date.parse(block.from), block })),
  ].sort((a, b) => a.at - b.at);
  return (
    <div className="md:hidden">
      <Panel title={t('day')} count={bookings.length}>
        {entries.length === 0 && <p className="text-quiet">{t('empty')}</p>}
        <ol>
          {entries.map((entry) => (
            <li
              key={'booking' in entry ? entry.booking.id : entry.block.id}
              className="border-t border-line first:border-t-0"
            >
              {'booking' in entry ? (
                <button
                  type="button"
                  data-row
                  className="grid min-h-12 w-full cursor-pointer gap-0.5 py-2 text-left hover:underline"
                  onClick={() => url.open(entry.booking.id)}
                >
                  <BookingLine booking={entry.booking} />
                  <span className="flex flex-wrap gap-x-3 text-s">
                    <span className="text-quiet">{t('bay', { bay: entry.booking.bay })}</span>
                    <BookingStates booking={entry.booking} />
                  </span>
                </button>
              ) : (
                <BlockRow block={entry.block} calendar={calendar} url={url} />
              )}
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}

function BlockRow({ block, calendar, url }: Props & { block: CalendarBlock }) {
  const t = useTexts('calendar');
  const shownSpan = shownHours(calendar) ?? { from: instantOf(calendar, '00:00'), to: instantOf(calendar, '24:00') };
  const { opens: isExtraTime } = block;
  const plan = planOf(calendar);
  const from = timeOn(plan, Math.max(Date.parse(block.from), shownSpan.from));
  const to = timeOn(plan, Math.min(Date.parse(block.to), shownSpan.to));
  return (
    <button
      type="button"
      data-row
      className="grid min-h-12 w-full cursor-pointer gap-0.5 py-2 text-left text-quiet hover:underline"
      onClick={() => url.open(`block-${block.id}`)}
    >
      <span>
        <span className="number">
          {from}–{to}
        </span>{' '}
        {t(isExtraTime ? 'block.opened' : 'block.blocked')}
        {block.reason && `: ${block.reason}`}
      </span>
      <span className="text-s">
        {block.bay === null ? `${t('label.bay')}: ${t('block.all')}` : t('bay', { bay: block.bay })}
      </span>
    </button>
  );
}
