import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FittingSlots } from '../../../shop/fitting/slots-answer.ts';
import { timeZone, useDateFormat, useDayText } from '../locale.ts';

type GroupProps = {
  /** Name of the radios. Others of the same name, such as "call me", belong to the same group. */
  name: string;
  chosen: string | null;
  onChange: (at: string) => void;
};

type Props = GroupProps & {
  days: FittingSlots['days'];
  /** Start times that the group already offers above the days. */
  startsShownAbove: readonly string[];
  /** Loads days until `openDayCount` of them have free times; null: all days are loaded. */
  onMore: ((openDayCount: number) => void) | null;
};

export const daysAtOnce = 3;

/** Radios for the free times of the first days that have any, and a button for more. Needs messages `fittingDays`. */
export function FittingDays({ days: loadedDays, startsShownAbove, onMore, ...group }: Props) {
  const t = useTranslations('fittingDays');
  const dayText = useDayText();
  const [shownCount, setShownCount] = useState(daysAtOnce);
  const shouldFocusAdded = useRef(false);
  const list = useRef<HTMLDivElement>(null);
  const days = withoutStarts(loadedDays, startsShownAbove);
  const openDays = days.filter(hasStarts);
  const lastLoadedDay = days.at(-1)?.day;
  // Undefined: fewer open days than `shownCount` are loaded, so all are shown.
  const lastShownOpenDay = openDays[shownCount - 1]?.day;
  const chosenDay = days.find(({ starts }) => starts.some(({ at }) => at === group.chosen))?.day;
  const isUpToChosenDay = (day: string) => chosenDay !== undefined && day <= chosenDay;
  const isShown = (day: string) => lastShownOpenDay === undefined || day <= lastShownOpenDay || isUpToChosenDay(day);
  const shownDays = days.filter(({ day, state }) => state !== 'closed' && isShown(day));
  const hasAddedDays = shownCount > daysAtOnce;
  const lastAddedDays = hasAddedDays ? openDays.slice(shownCount - daysAtOnce, shownCount) : [];
  const firstAdded = lastAddedDays[0]?.day;

  const loadMore = () => onMore?.(loadedDays.filter(hasStarts).length + daysAtOnce);
  // `withoutStarts` may remove days that a load has added. Then the effect below loads again, until enough days are left.
  const loadUntilShownCount = useEffectEvent((openCount: number) => {
    if (openCount < shownCount) loadMore();
  });
  useEffect(() => {
    if (lastLoadedDay !== undefined) loadUntilShownCount(openDays.length);
  }, [lastLoadedDay, openDays.length]);

  useEffect(() => {
    if (!shouldFocusAdded.current || !firstAdded) return;
    shouldFocusAdded.current = false;
    list.current?.querySelector<HTMLInputElement>(`[data-day="${firstAdded}"] input`)?.focus();
  }, [firstAdded]);

  function showMore() {
    const visibleCount = Math.min(shownCount, openDays.length);
    const count = visibleCount + daysAtOnce;
    shouldFocusAdded.current = true;
    setShownCount(count);
    if (openDays.length < count) loadMore();
  }

  return (
    <div ref={list} className="grid gap-5">
      <OtherTimeZone days={days} />
      {shownDays.map(({ day, starts }) =>
        starts.length > 0 ? (
          <fieldset key={day} data-day={day}>
            <legend className="mb-2 font-semibold first-letter:uppercase">{dayText(day)}</legend>
            <div className="grid grid-cols-4 gap-2 sm:grid-cols-8">
              {starts.map(({ at, time }) => (
                <Start key={at} at={at} {...group}>
                  {time}
                </Start>
              ))}
            </div>
          </fieldset>
        ) : (
          <p key={day} className="text-quiet first-letter:uppercase">
            {t('full', { day: dayText(day) })}
          </p>
        ),
      )}
      {openDays.length === 0 && !onMore && <p>{t('none')}</p>}
      <p role="status" className="sr-only">
        {lastAddedDays.length > 0 &&
          t('more', { count: lastAddedDays.length, days: lastAddedDays.map(({ day }) => dayText(day)).join(', ') })}
      </p>
      {(onMore || openDays.length > shownCount) && (
        <p>
          <button type="button" className="button" onClick={showMore}>
            {t('later')}
          </button>
        </p>
      )}
    </div>
  );
}

function hasStarts({ starts }: Props['days'][number]): boolean {
  return starts.length > 0;
}

/** Removes `starts`, and each day that loses its last free start by this: it would be shown as full. Days that were full before stay. */
function withoutStarts(days: Props['days'], starts: readonly string[]): Props['days'] {
  return days.flatMap((day) => {
    const others = day.starts.filter(({ at }) => !starts.includes(at));
    const hasLostAllStarts = day.starts.length > 0 && others.length === 0;
    return hasLostAllStarts ? [] : [{ ...day, starts: others }];
  });
}

export function NearestStarts({ starts, ...group }: GroupProps & { starts: readonly string[] }) {
  const t = useTranslations('fittingDays');
  const format = useDateFormat();
  if (starts.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('nearest')}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {starts.map((at) => (
          <Start key={at} at={at} {...group}>
            {format(new Date(at), {
              weekday: 'short',
              day: 'numeric',
              month: 'long',
              hour: '2-digit',
              minute: '2-digit',
            })}
          </Start>
        ))}
      </div>
    </fieldset>
  );
}

function Start({ at, name, chosen, onChange, children }: GroupProps & { at: string; children: ReactNode }) {
  return (
    <label className="choice-card start-choice tabular">
      <input
        type="radio"
        name={name}
        value={at}
        checked={chosen === at}
        onChange={() => onChange(at)}
        className="sr-only"
      />
      {children}
    </label>
  );
}

/** A note that the times are Estonian, shown if the clock of the browser differs. */
function OtherTimeZone({ days }: Pick<Props, 'days'>) {
  const t = useTranslations('fittingDays');
  const at = days.flatMap(({ starts }) => starts)[0]?.at;
  if (!at) return null;
  const clock = (zone?: string) => new Date(at).toLocaleString('en', { timeZone: zone });
  return clock() !== clock(timeZone) && <p className="text-s text-quiet">{t('estonianTime')}</p>;
}
