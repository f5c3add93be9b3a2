import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import type { CalendarBooking } from '../../../../shop/desk/calendar/calendar.ts';
import { stepMs } from '../../../../shop/fitting/free-starts.ts';

/** A booking that the mouse drags over a bay. `at`: its start there, in ms. */
export type Drag = { booking: CalendarBooking; bay: number; at: number };

/** A shorter move of the mouse is a click. */
const leastMovePx = 6;

type Grid = {
  columns: ReadonlyMap<number, HTMLElement>;
  /** The instant of the top, in ms. */
  from: number;
  stepPx: () => number;
  onDrop: (drag: Drag) => void;
};

/** Lets a mouse drag bookings over the grid. On a touch screen, a finger scrolls the grid, and bookings are moved in their drawer. */
export function useDrag(grid: Grid) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(grid);
  latest.current = grid;
  const stop = useRef<(() => void) | null>(null);
  const wasDragged = useRef(false);
  useEffect(() => () => stop.current?.(), []);

  const start = (booking: CalendarBooking, event: ReactPointerEvent<HTMLElement>) => {
    wasDragged.current = false;
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    const { clientX, clientY } = event;
    const grabbedPx = clientY - event.currentTarget.getBoundingClientRect().top;
    let current: Drag | null = null;
    const onMove = (move: PointerEvent) => {
      const isFar = Math.hypot(move.clientX - clientX, move.clientY - clientY) >= leastMovePx;
      if (!current && !isFar) return;
      wasDragged.current = true;
      const { columns, from, stepPx } = latest.current;
      for (const [bay, column] of columns) {
        const { left, right, top } = column.getBoundingClientRect();
        if (move.clientX < left || move.clientX >= right) continue;
        const steps = Math.round((move.clientY - grabbedPx - top) / stepPx());
        current = { booking, bay, at: from + steps * stepMs };
        setDrag(current);
      }
    };
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      stop.current?.();
    };
    const onUp = () => {
      const dropped = current;
      stop.current?.();
      if (dropped) latest.current.onDrop(dropped);
    };
    stop.current = () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('keydown', onKey, true);
      stop.current = null;
      setDrag(null);
    };
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('keydown', onKey, true);
  };

  return { drag, start, /** Whether the present click ended a drag. */ isDragEnd: () => wasDragged.current };
}
