import { useSearchParams } from 'react-router';

/** The calendar's state in the URL. `start`, `bay`: preselected for a new booking. */
export function useCalendarUrl() {
  const [search, setSearch] = useSearchParams();
  const setParameters = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true });
  };
  const closedDrawer = { open: null, start: null, bay: null, move: null, edit: null };
  const day = search.get('day') ?? '';
  const start = search.get('start');
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  return {
    /** Null: today. */
    day: isDay ? day : null,
    isWeek: search.get('view') === 'week',
    /** The drawer: `new`, `block`, `block-12` (the id of a block) or the id of a booking; null: closed. */
    opened: search.get('open'),
    isMoving: search.has('move'),
    isEditing: search.has('edit'),
    start: Number.isNaN(Date.parse(start ?? '')) ? null : start,
    bay: Number(search.get('bay')) || null,
    showDay: (day: string | null) => setParameters({ ...closedDrawer, day }),
    open: (opened: string, details: { start?: string; bay?: number; move?: boolean; edit?: boolean } = {}) =>
      setParameters({
        // Only the day view shows the drawer.
        view: null,
        open: opened,
        start: details.start ?? null,
        bay: details.bay === undefined ? null : String(details.bay),
        move: details.move ? '1' : null,
        edit: details.edit ? '1' : null,
      }),
    close: () => setParameters(closedDrawer),
  };
}

export type CalendarUrl = ReturnType<typeof useCalendarUrl>;
