import type { MouseEvent, PointerEvent, Ref } from 'react';
import type { CalendarBooking, CalendarDay } from '../../../../shop/desk/calendar/calendar.ts';
import { clippedBlocksOf, takesBay } from '../../../../shop/desk/calendar/calendar-plan.ts';
import { type DayPlan, type Span, timeOn } from '../../../../shop/fitting/day-plan.ts';
import { stepMs } from '../../../../shop/fitting/free-starts.ts';
import { useTexts } from '../../client/texts.tsx';
import { BookingStates, customerOf, useWorkText } from './booking-line.tsx';
import { hoursIn, positionOf, topOf } from './grid-position.ts';
import type { Drag } from './use-drag.ts';

/** A shorter free time has no button: no job fits, and a finger would miss so small a button. */
const minFreeMs = 2 * stepMs;

/** A label of one line is as high as one step. */
const labelMs = stepMs;

type Props = {
  bay: CalendarDay['bays'][number];
  calendar: CalendarDay;
  plan: DayPlan;
  shownSpan: Span;
  now: number;
  /** The first start that can still be booked, in ms. */
  earliest: number;
  columnRef: Ref<HTMLDivElement>;
  /** The booking that the mouse drags over this bay. */
  ghost: (Drag & { mayDrop: boolean }) | null;
  draggedId: string | null;
  onGrab: (booking: CalendarBooking, event: PointerEvent<HTMLElement>) => void;
  isClickAfterDrag: (click: MouseEvent) => boolean;
  onOpen: (id: string) => void;
  onNew: (at: number) => void;
};

export function BayColumn({
  bay,
  calendar,
  plan,
  shownSpan,
  now,
  earliest,
  columnRef,
  ghost,
  draggedId,
  ...handlers
}: Props) {
  const t = useTexts('calendar');
  const blocks = clippedBlocksOf(calendar, bay.id, shownSpan);
  const plannedBay = plan.bays.find((planned) => planned.bay.id === bay.id);
  const freeSpansForEmployees = plannedBay?.desk ?? [];
  const bookings = calendar.bookings.filter((booking) => booking.bay === bay.id && takesBay(booking));
  const items = [
    ...freeSpansForEmployees.map((span) => ({
      from: span.from,
      node: <FreeTime key={span.from} {...{ span, plan, shownSpan, earliest, bay, ...handlers }} />,
    })),
    ...blocks.map(({ block, ...span }) => ({
      from: span.from,
      node: (
        <button
          key={`block-${block.id}`}
          type="button"
          data-row
          className="absolute inset-x-0 z-2 min-h-12 cursor-pointer overflow-hidden rounded-md border border-edge bg-[repeating-linear-gradient(135deg,var(--line)_0_5px,var(--paper)_5px_12px)] p-1 text-left text-s"
          style={positionOf(span, shownSpan.from)}
          onClick={() => handlers.onOpen(`block-${block.id}`)}
        >
          <span
            className="absolute left-1 rounded-sm bg-sheet px-1"
            style={{ top: topOf(firstVisible(span, bookings), span.from) }}
          >
            <span className="number">
              {timeOn(plan, span.from)}–{timeOn(plan, span.to)}
            </span>{' '}
            {block.reason || t('block.blocked')}
          </span>
        </button>
      ),
    })),
    ...bookings.map((booking) => ({
      from: Date.parse(booking.from),
      node: (
        <BookingCard key={booking.id} {...{ booking, shownSpan, ...handlers }} isDragged={draggedId === booking.id} />
      ),
    })),
  ].sort((a, b) => a.from - b.from);
  const limits = [
    t('upTo', { rim: bay.maxRim }),
    ...(bay.vans ? [] : [t('noVans')]),
    ...(bay.online ? [] : [t('notOnline')]),
  ];
  return (
    <section aria-label={t('bay', { bay: bay.id })} className="@container min-w-0 flex-1">
      <h2 className="h-14 text-m leading-5">
        {t('bay', { bay: bay.id })}
        <span className="line-clamp-2 text-s leading-4 font-normal text-quiet">{limits.join(', ')}</span>
      </h2>
      <div
        ref={columnRef}
        className="relative rounded-md bg-line/60"
        style={{ height: positionOf(shownSpan, shownSpan.from).height }}
      >
        {items.map(({ node }) => node)}
        {hoursIn(shownSpan).map((at) => (
          <div
            key={at}
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-0 z-1 border-t border-line"
            style={{ top: topOf(at, shownSpan.from) }}
          />
        ))}
        {shownSpan.from < now && now < shownSpan.to && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-0 z-1 border-t-2 border-bad"
            style={{ top: topOf(now, shownSpan.from) }}
          />
        )}
        {ghost && (
          <div
            className={`pointer-events-none absolute inset-x-0 z-4 rounded-md border-2 border-dashed bg-signal/40 p-1 text-s ${ghost.mayDrop ? 'border-ink' : 'border-bad'}`}
            style={positionOf(
              { from: ghost.startMs, to: ghost.startMs + ghost.booking.minutes * 60_000 },
              shownSpan.from,
            )}
          >
            <span className="number font-semibold">{timeOn(plan, ghost.startMs)}</span> {ghost.mayDrop ? '' : '✕'}
          </div>
        )}
      </div>
    </section>
  );
}

/** Returns the first instant (ms) at which no booking covers the block's label. `bookings`: sorted by time. */
function firstVisible(span: Span, bookings: readonly CalendarBooking[]): number {
  let at = span.from;
  for (const booking of bookings) {
    const [from, to] = [Date.parse(booking.from), Date.parse(booking.to)];
    const coversLabel = from < at + labelMs && to > at;
    if (coversLabel) at = to;
  }
  return at;
}

type FreeProps = Pick<Props, 'plan' | 'shownSpan' | 'earliest' | 'bay' | 'onNew'> & { span: Span };

/** A free time. Its past, and a rest too short for a job, cannot be pressed. The position of a press chooses the quarter of an hour. */
function FreeTime({ span, plan, shownSpan, earliest, bay, onNew }: FreeProps) {
  const t = useTexts('calendar');
  const from = Math.min(span.to, Math.max(span.from, earliest));
  const isBookable = span.to - from >= minFreeMs;
  const disabledSpan = { from: span.from, to: isBookable ? from : span.to };
  const press = (event: MouseEvent<HTMLElement>) => {
    // A click by the keyboard has no position.
    if (event.detail === 0) return onNew(from);
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const pressedShare = (event.clientY - top) / height;
    const steps = Math.floor((pressedShare * (span.to - from)) / stepMs);
    onNew(Math.min(from + steps * stepMs, span.to - minFreeMs));
  };
  return (
    <>
      {disabledSpan.from < disabledSpan.to && (
        <div className="absolute inset-x-0 bg-paper" style={positionOf(disabledSpan, shownSpan.from)} />
      )}
      {isBookable && (
        <button
          type="button"
          className="absolute inset-x-0 cursor-copy rounded-md bg-sheet hover:outline-2 hover:outline-ink"
          style={positionOf({ from, to: span.to }, shownSpan.from)}
          aria-label={t('free', { from: timeOn(plan, from), to: timeOn(plan, span.to), bay: bay.id })}
          onClick={press}
        />
      )}
    </>
  );
}

const edgeClasses = {
  booked: 'border-l-ink',
  arrived: 'border-l-good',
  done: 'border-l-edge',
  missed: 'border-l-edge',
};

type CardProps = Pick<Props, 'shownSpan' | 'onGrab' | 'isClickAfterDrag' | 'onOpen'> & {
  booking: CalendarBooking;
  isDragged: boolean;
};

function BookingCard({ booking, shownSpan, onGrab, isClickAfterDrag, onOpen, isDragged }: CardProps) {
  const workText = useWorkText();
  const { from, to, time, state, plate, name, mustMove } = booking;
  const lookClass = state === 'done' ? 'bg-paper text-quiet' : 'bg-sheet';
  const borderClass = mustMove ? 'border-bad' : `border-edge ${edgeClasses[state]}`;
  const dragClass = isDragged ? 'opacity-40' : '';
  return (
    <button
      type="button"
      data-row
      className={`absolute inset-x-0 z-2 grid min-h-12 cursor-pointer content-start overflow-hidden rounded-md border border-l-8 px-1 text-left text-s leading-4 hover:shadow-md @xs:px-2 @xs:py-0.5 @xs:leading-5 ${lookClass} ${borderClass} ${dragClass}`}
      style={positionOf({ from: Date.parse(from), to: Date.parse(to) }, shownSpan.from)}
      onPointerDown={(event) => onGrab(booking, event)}
      onClick={(event) => {
        if (!isClickAfterDrag(event)) onOpen(booking.id);
      }}
    >
      <span className="truncate">
        <span className="number font-semibold">
          {time} {customerOf(booking)}
        </span>{' '}
        {plate !== '' && name}
      </span>
      {/* The symbols of the states are `aria-hidden`. */}
      <span className="flex flex-wrap gap-x-2 overflow-hidden whitespace-nowrap *:not-first:block *:not-first:truncate **:aria-hidden:mr-1 **:aria-hidden:leading-4 @xs:flex-nowrap">
        <span className="number shrink-0">{workText(booking)}</span>
        <BookingStates booking={booking} isShort />
      </span>
    </button>
  );
}
