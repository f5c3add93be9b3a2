import { useRef } from 'react';
import type { CalendarBooking, CalendarDay } from '../../../../shop/desk/calendar/calendar.ts';
import { isFree, planOf, shownHours } from '../../../../shop/desk/calendar/calendar-plan.ts';
import { type DayPlan, type Span, timeOn } from '../../../../shop/fitting/day-plan.ts';
import { stepMs } from '../../../../shop/fitting/free-starts.ts';
import { baysFor } from '../../../../shop/fitting/work.ts';
import { useTexts } from '../../client/texts.tsx';
import { BayColumn } from './bay-column.tsx';
import { hoursIn, stepPx, topOf } from './grid-position.ts';
import type { CalendarUrl } from './use-calendar-url.ts';
import { type Drag, useDrag } from './use-drag.ts';
import { useServerNow } from './use-server-now.ts';

type Props = {
  calendar: CalendarDay;
  url: CalendarUrl;
  onMove: (booking: CalendarBooking, to: { at: string; bay: number; time: string }) => void;
};

export function DayGrid({ calendar, url, onMove }: Props) {
  const t = useTexts('calendar');
  const shownSpan = shownHours(calendar);
  const plan = planOf(calendar);
  const now = useServerNow(calendar.now);
  const columns = useRef(new Map<number, HTMLElement>());
  const currentQuarter = Math.floor(now / stepMs) * stepMs;
  const mayDrop = ({ booking, bay, startMs }: Drag) =>
    canMove(calendar, booking, { bay, at: startMs, earliest: currentQuarter });
  const { drag, startDrag, isClickAfterDrag } = useDrag({
    columnByBay: columns.current,
    topMs: shownSpan?.from ?? 0,
    stepPx,
    onDrop: (dropped) => {
      const { booking, bay, startMs } = dropped;
      const isUnmoved = startMs === Date.parse(booking.from) && bay === booking.bay;
      if (isUnmoved || !mayDrop(dropped)) return;
      onMove(booking, { at: new Date(startMs).toISOString(), bay, time: timeOn(plan, startMs) });
    },
  });
  if (!shownSpan) return <p className="hidden text-quiet md:block">{t('empty')}</p>;
  return (
    <div className="hidden grid-cols-[3rem_1fr] rounded-lg border border-line bg-sheet p-3 md:grid">
      <HourLabels plan={plan} shownSpan={shownSpan} />
      <div className="flex min-w-0 gap-2">
        {calendar.bays.map((bay) => (
          <BayColumn
            key={bay.id}
            {...{ bay, calendar, plan, shownSpan, now }}
            earliest={currentQuarter}
            columnRef={(element) => {
              if (element) columns.current.set(bay.id, element);
              else columns.current.delete(bay.id);
            }}
            ghost={drag?.bay === bay.id ? { ...drag, mayDrop: mayDrop(drag) } : null}
            draggedId={drag?.booking.id ?? null}
            onGrab={startDrag}
            isClickAfterDrag={isClickAfterDrag}
            onOpen={(id) => url.open(id)}
            onNew={(at) => url.open('new', { start: new Date(at).toISOString(), bay: bay.id })}
          />
        ))}
      </div>
    </div>
  );
}

function canMove(
  calendar: CalendarDay,
  booking: CalendarBooking,
  { bay, at, earliest }: { bay: number; at: number; earliest: number },
): boolean {
  const { vehicle, minutes } = booking;
  // An unknown rim fits each bay.
  const rim = booking.rim ?? 0;
  const isSuitable = baysFor(calendar.bays, { vehicle, rim }).some(({ id }) => id === bay);
  // A booking that has begun may still change its bay.
  const earliestStart = Math.min(earliest, Date.parse(booking.from));
  const planWithoutBooking = planOf(calendar, booking.id);
  const span = { from: at, to: at + minutes * 60_000 };
  return isSuitable && at >= earliestStart && isFree(planWithoutBooking, bay, span);
}

function HourLabels({ plan, shownSpan }: { plan: DayPlan; shownSpan: Span }) {
  return (
    <div aria-hidden="true" className="number pt-14 text-s text-quiet">
      <div className="relative">
        {hoursIn(shownSpan).map((at) => (
          <span key={at} className="absolute" style={{ top: topOf(at, shownSpan.from) }}>
            {timeOn(plan, at)}
          </span>
        ))}
      </div>
    </div>
  );
}
