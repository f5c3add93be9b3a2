import { type MouseEvent, type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import type { CalendarBooking } from '../../../../shop/desk/calendar/calendar.ts';
import { stepMs } from '../../../../shop/fitting/free-starts.ts';

/** A booking that the mouse drags over a bay. `startMs`: its start if dropped there, in epoch ms. */
export type Drag = { booking: CalendarBooking; bay: number; startMs: number };

/** A shorter move of the mouse is a click. */
const minMovePx = 6;

type Grid = {
  columnByBay: ReadonlyMap<number, HTMLElement>;
  /** The time at the upper edge of the columns. */
  topMs: number;
  stepPx: () => number;
  onDrop: (drag: Drag) => void;
};

/** Lets a mouse drag bookings. On a touch screen, a finger scrolls the grid; bookings are moved in their drawer. */
export function useDrag(grid: Grid) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latestGrid = useRef(grid);
  latestGrid.current = grid;
  const stop = useRef<(() => void) | null>(null);
  const wasDragged = useRef(false);
  useEffect(() => () => stop.current?.(), []);

  const startDrag = (booking: CalendarBooking, event: ReactPointerEvent<HTMLElement>) => {
    wasDragged.current = false;
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    const { clientX, clientY } = event;
    const grabOffsetPx = clientY - event.currentTarget.getBoundingClientRect().top;
    let currentDrag: Drag | null = null;
    const onMove = (move: PointerEvent) => {
      const isFar = Math.hypot(move.clientX - clientX, move.clientY - clientY) >= minMovePx;
      if (!currentDrag && !isFar) return;
      wasDragged.current = true;
      const { columnByBay, topMs, stepPx } = latestGrid.current;
      for (const [bay, column] of columnByBay) {
        const { left, right, top } = column.getBoundingClientRect();
        if (move.clientX < left || move.clientX >= right) continue;
        const steps = Math.round((move.clientY - grabOffsetPx - top) / stepPx());
        currentDrag = { booking, bay, startMs: topMs + steps * stepMs };
        setDrag(currentDrag);
      }
    };
    const onKey = (press: KeyboardEvent) => {
      if (press.key !== 'Escape') return;
      press.preventDefault();
      stop.current?.();
    };
    const onUp = () => {
      const dropped = currentDrag;
      stop.current?.();
      if (dropped) latestGrid.current.onDrop(dropped);
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

  // A click by the keyboard has a `detail` of 0, and does not begin with a press, which would reset `wasDragged`.
  const isClickAfterDrag = (click: MouseEvent) => click.detail > 0 && wasDragged.current;

  return { drag, startDrag, isClickAfterDrag };
}
