import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { addDays } from '../../../../shop/calendar.ts';
import type { CalendarDay, CalendarWeek } from '../../../../shop/desk/calendar/calendar.ts';
import { useBranch } from '../../client/branch.tsx';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { WhenLoaded } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';
import { BlockDrawer, RemoveBlockDrawer } from './block-drawer.tsx';
import { BookingDrawer } from './booking-drawer.tsx';
import { DayView } from './day-view.tsx';
import { NewBooking } from './new-booking.tsx';
import { type CalendarUrl, useCalendarUrl } from './use-calendar-url.ts';
import { WeekView } from './week-view.tsx';

export default function Calendar() {
  const t = useTexts('calendar');
  const { branch } = useBranch();
  const format = useFormat();
  const url = useCalendarUrl();
  const { isWeek, opened } = url;
  const [message, setMessage] = useState('');
  useEffect(() => {
    if (opened !== null) setMessage('');
  }, [opened]);
  const parameters = new URLSearchParams({ branch, ...(url.day && { day: url.day }) });
  const dayQuery = useLiveQuery<CalendarDay>(isWeek ? null : `/api/calendar?${parameters}`, ['fitting', 'orders']);
  const weekQuery = useLiveQuery<CalendarWeek>(isWeek ? `/api/calendar/week?${parameters}` : null, ['fitting']);
  const day = url.day ?? (isWeek ? weekQuery.data?.today : dayQuery.data?.day);
  const [monday, sunday] = [weekQuery.data?.days[0]?.day, weekQuery.data?.days.at(-1)?.day];
  const weekTitle = monday && sunday ? format.dayRange(monday, sunday) : '';
  const dayTitle = day ? format.longDay(day) : '';
  const today = (isWeek ? weekQuery.data : dayQuery.data)?.today;
  return (
    <Screen
      title={t('title', { branch: format.branchName(branch) })}
      aside={
        <div className="flex flex-wrap gap-2">
          <Button onPress={() => url.open('block')}>{t('block.title')}</Button>
          <Button look="primary" onPress={() => url.open('new')}>
            {t('newBooking')}
          </Button>
        </div>
      }
    >
      {day && <DayNavigation url={url} day={day} title={isWeek ? weekTitle : dayTitle} isToday={day === today} />}
      <p aria-live="polite" className={message ? 'number rounded-md border-2 border-good bg-sheet p-3' : 'sr-only'}>
        {message}
      </p>
      {isWeek ? (
        <WhenLoaded query={weekQuery}>{(week) => <WeekView week={week} />}</WhenLoaded>
      ) : (
        <WhenLoaded query={dayQuery}>
          {(calendar) => <DayView calendar={calendar} url={url} onMessage={setMessage} />}
        </WhenLoaded>
      )}
      {dayQuery.data && <OpenedDrawer url={url} calendar={dayQuery.data} onMessage={setMessage} />}
    </Screen>
  );
}

type DayNavigationProps = { url: CalendarUrl; day: string; title: string; isToday: boolean };

function DayNavigation({ url: { isWeek, showDay }, day, title, isToday }: DayNavigationProps) {
  const t = useTexts('calendar');
  const shownDays = isWeek ? 7 : 1;
  const shownView = isWeek ? 'week' : 'day';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button aria-label={t(isWeek ? 'previousWeek' : 'previousDay')} onPress={() => showDay(addDays(day, -shownDays))}>
        ←
      </Button>
      <Button onPress={() => showDay(null)} isDisabled={isToday}>
        {t('today')}
      </Button>
      <Button aria-label={t(isWeek ? 'nextWeek' : 'nextDay')} onPress={() => showDay(addDays(day, shownDays))}>
        →
      </Button>
      <p
        aria-live="polite"
        className="order-first w-full text-l font-semibold first-letter:uppercase md:order-none md:w-auto md:flex-1 md:px-2"
      >
        {title}
      </p>
      <nav aria-label={t('view')} className="flex gap-1">
        {(['day', 'week'] as const).map((view) => (
          <Link
            key={view}
            to={`?${new URLSearchParams({ day, ...(view === 'week' && { view }) })}`}
            aria-current={view === shownView ? 'true' : undefined}
            className="grid min-h-12 place-items-center rounded-md border-2 border-edge bg-sheet px-4 aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
          >
            {t(view)}
          </Link>
        ))}
      </nav>
    </div>
  );
}

type OpenedProps = { url: CalendarUrl; calendar: CalendarDay; onMessage: (message: string) => void };

function OpenedDrawer({ url, calendar, onMessage }: OpenedProps) {
  const t = useTexts('calendar');
  const { opened } = url;
  if (opened === null) return null;
  if (opened === 'new') return <NewBooking calendar={calendar} url={url} onMessage={onMessage} />;
  if (opened === 'block') return <BlockDrawer calendar={calendar} onClose={url.close} />;
  const block = calendar.blocks.find(({ id }) => `block-${id}` === opened);
  if (block) return <RemoveBlockDrawer block={block} onClose={url.close} />;
  const booking = calendar.bookings.find(({ id }) => id === opened);
  if (booking) return <BookingDrawer calendar={calendar} booking={booking} url={url} onMessage={onMessage} />;
  if (opened.startsWith('block-')) return null;
  // Another person moved or cancelled the booking. A drawer that only closed would look like a successful move.
  return <Drawer title={t('gone')} onClose={url.close} />;
}
