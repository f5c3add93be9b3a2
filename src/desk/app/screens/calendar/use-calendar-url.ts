import { useSearchParams } from 'react-router';

/** The drawer beside the calendar: `new`, `block`, `block-12`, or the id of a booking. */
type Opened = string | null;

/** The state of the calendar in the URL, and functions that change it. `start`, `bay`: the start and bay of a new booking. */
export function useCalendarUrl() {
  const [search, setSearch] = useSearchParams();
  const set = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true });
  };
  const closed = { open: null, start: null, bay: null, move: null, edit: null };
  const day = search.get('day') ?? '';
  const start = search.get('start');
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  return {
    /** Null: today. */
    day: isDay ? day : null,
    isWeek: search.get('view') === 'week',
    opened: search.get('open') as Opened,
    isMoving: search.has('move'),
    isEditing: search.has('edit'),
    start: Number.isNaN(Date.parse(start ?? '')) ? null : start,
    bay: Number(search.get('bay')) || null,
    show: (day: string | null) => set({ ...closed, day }),
    open: (what: string, details: { start?: string; bay?: number; move?: boolean; edit?: boolean } = {}) =>
      set({
        view: null,
        open: what,
        start: details.start ?? null,
        bay: details.bay === undefined ? null : String(details.bay),
        move: details.move ? '1' : null,
        edit: details.edit ? '1' : null,
      }),
    close: () => set(closed),
  };
}

export type CalendarUrl = ReturnType<typeof useCalendarUrl>;
