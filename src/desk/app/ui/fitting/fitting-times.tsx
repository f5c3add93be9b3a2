import { useState } from 'react';
import type { FreeTimes } from '../../../../shop/desk/fitting/appointment.ts';
import type { Vehicle } from '../../../../shop/fitting/work.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { Button } from '../button.tsx';
import { Choice } from '../choice.tsx';
import { tallinnDay, useFormat } from '../format.ts';
import { State, WhenLoaded } from '../parts.tsx';

const vehicles: readonly Vehicle[] = ['car', 'suv', 'van'];

export type FittingTimes = ReturnType<typeof useFittingTimes>;

/** Loads free times from `path`, which has a query string (null: loads none), and keeps the selected time, at first `initialAt`. The returned
 * `from` is the first day to show (null: the earliest that can be booked). */
export function useFittingTimes(path: string | null, initialAt: string | null = null) {
  const [from, setFrom] = useState<string | null>(null);
  const [pickedAt, setPickedAt] = useState(initialAt);
  const pathFromDay = path && from ? `${path}&from=${from}` : path;
  const query = useLiveQuery<FreeTimes>(pathFromDay, ['fitting']);
  const selectedStart = query.data ? findSelected(query.data, pickedAt) : null;
  return { query, selectedStart, from, setFrom, pick: setPickedAt };
}

/** Returns the time nearest to `pickedAt` if its day is shown. Otherwise returns the first after the tires arrive or, if there is none, the first. */
function findSelected({ days, tiresOn: arrivalDay }: FreeTimes, pickedAt: string | null): string | null {
  const starts = days.flatMap((day) => day.starts.map(({ at }) => ({ day: day.day, at })));
  const isPickedDayShown = pickedAt !== null && days.some(({ day }) => day === tallinnDay(pickedAt));
  const defaultStart = starts.find(({ day }) => arrivalDay === null || day > arrivalDay) ?? starts[0];
  if (!isPickedDayShown) return defaultStart?.at ?? null;
  const distance = (at: string) => Math.abs(Date.parse(at) - Date.parse(pickedAt));
  return starts.toSorted((a, b) => distance(a.at) - distance(b.at))[0]?.at ?? null;
}

export function TimePicker({ times }: { times: FittingTimes }) {
  const t = useTexts('fittingTime');
  const { day: dayText } = useFormat();
  const { query, selectedStart, from, setFrom, pick } = times;
  const showDaysFrom = (firstDay: string | null) => {
    pick(null);
    setFrom(firstDay);
  };
  return (
    <WhenLoaded query={query}>
      {({ work, days, tiresOn, nextDay }) => {
        if (!work) return <p>{t('byPhone')}</p>;
        const selectedDay = days.find(({ day }) => selectedStart !== null && day === tallinnDay(selectedStart));
        return (
          <div className="grid gap-3">
            <p className="flex flex-wrap gap-x-4">
              <WorkFacts work={work} />
            </p>
            {tiresOn && <State tone="warn">{t('tiresOn', { day: dayText(tiresOn) })}</State>}
            <Choice
              label={t('day')}
              value={selectedDay?.day ?? null}
              onChange={(chosenDay) => pick(days.find(({ day }) => day === chosenDay)?.starts[0]?.at ?? null)}
              options={days.map(({ day, state, starts }) => ({
                value: day,
                label: (
                  <>
                    <span>{dayText(day)}</span>
                    <span className="text-s">{state === 'open' ? starts.length : t(`dayState.${state}`)}</span>
                  </>
                ),
                isDisabled: starts.length === 0,
              }))}
              optionClass="px-3 data-disabled:cursor-default data-disabled:opacity-60"
            />
            {selectedDay ? (
              <Choice
                label={t('time')}
                value={selectedStart}
                onChange={pick}
                options={selectedDay.starts.map(({ at, time }) => ({ value: at, label: time }))}
                optionClass="number px-3"
              />
            ) : (
              <p role="status">{t('noneFree')}</p>
            )}
            <div className="flex flex-wrap gap-2">
              {nextDay && <Button onPress={() => showDaysFrom(nextDay)}>{t('laterDays')}</Button>}
              {from !== null && <Button onPress={() => showDaysFrom(null)}>{t('firstDays')}</Button>}
            </div>
          </div>
        );
      }}
    </WhenLoaded>
  );
}

export function WorkFacts({ work: { minutes, priceCents } }: { work: NonNullable<FreeTimes['work']> }) {
  const t = useTexts('fittingTime');
  const { money } = useFormat();
  return (
    <>
      <span className="number">{t('minutes', { minutes })}</span>
      <span>{priceCents === null ? t('priceAgreed') : t('price', { amount: money(priceCents) })}</span>
    </>
  );
}

export function VehicleChoice({ value, onChange }: { value: Vehicle; onChange: (value: Vehicle) => void }) {
  const t = useTexts('fittingTime');
  const options = vehicles.map((vehicle) => ({ value: vehicle, label: t(`vehicle.${vehicle}`) }));
  return <Choice label={t('vehicleOf')} value={value} onChange={onChange} options={options} />;
}
