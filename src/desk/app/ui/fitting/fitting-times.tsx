import { useState } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import type { FreeDay, FreeTimes } from '../../../../shop/desk/fitting/appointment.ts';
import type { Vehicle } from '../../../../shop/fitting/work.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { Button } from '../button.tsx';
import { Choice } from '../choice.tsx';
import { tallinnDay, useFormat } from '../format.ts';
import { State, WhenLoaded } from '../parts.tsx';

const vehicles: readonly Vehicle[] = ['car', 'suv', 'van'];

export type FittingTimes = ReturnType<typeof useFittingTimes>;

/** Loads free times, keeps the selected one. `path`: with a query string; null: not yet. `from`: first day to show. */
export function useFittingTimes(path: string | null, initialAt: string | null = null) {
  const [from, setFrom] = useState<string | null>(null);
  const [pickedAt, setPickedAt] = useState(initialAt);
  const pathFromDay = path && from ? `${path}&from=${from}` : path;
  const query = useLiveQuery<FreeTimes>(pathFromDay, ['fitting']);
  const selectedStart = query.data ? findSelected(query.data, pickedAt) : null;
  return { query, selectedStart, from, setFrom, pick: setPickedAt };
}

/** Returns the time nearest to `pickedAt` if its day is shown, else the first after the tires arrive, or the first. */
function findSelected({ days, tiresOn }: FreeTimes, pickedAt: string | null): string | null {
  const starts = days.flatMap((day) => day.starts.map(({ at }) => ({ day: day.day, at })));
  const isPickedDayShown = pickedAt !== null && days.some(({ day }) => day === tallinnDay(pickedAt));
  const defaultStart = starts.find(({ day }) => tiresOn === null || day > tiresOn) ?? starts[0];
  if (!isPickedDayShown) return defaultStart?.at ?? null;
  const distance = (at: string) => Math.abs(Date.parse(at) - Date.parse(pickedAt));
  return starts.toSorted((a, b) => distance(a.at) - distance(b.at))[0]?.at ?? null;
}

const optionClass =
  'grid min-h-12 min-w-12 cursor-pointer place-items-center rounded-md border-2 border-edge bg-sheet px-3 data-disabled:cursor-default data-disabled:opacity-60 data-selected:border-ink data-selected:bg-ink data-selected:text-paper focus-visible:outline-3 focus-visible:outline-offset-2';

export function TimePicker({ times }: { times: FittingTimes }) {
  const t = useTexts('fittingTime');
  const { money, day: dayText } = useFormat();
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
              <span className="number">{t('minutes', { minutes: work.minutes })}</span>
              <span>
                {work.priceCents === null ? t('priceAgreed') : t('price', { amount: money(work.priceCents) })}
              </span>
            </p>
            {tiresOn && <State tone="warn">{t('tiresOn', { day: dayText(tiresOn) })}</State>}
            <Days days={days} value={selectedDay?.day ?? null} onChange={(day) => pick(day.starts[0]?.at ?? null)} />
            {selectedDay ? (
              <Times day={selectedDay} value={selectedStart} onChange={pick} />
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

function Days({
  days,
  value,
  onChange,
}: {
  days: readonly FreeDay[];
  value: string | null;
  onChange: (day: FreeDay) => void;
}) {
  const t = useTexts('fittingTime');
  const { day: dayText } = useFormat();
  const choose = (chosenDay: string) => {
    const freeDay = days.find(({ day }) => day === chosenDay);
    if (freeDay) onChange(freeDay);
  };
  return (
    <RadioGroup value={value} onChange={choose} className="grid gap-1">
      <Label className="text-s text-quiet">{t('day')}</Label>
      <div className="flex flex-wrap gap-2">
        {days.map(({ day, state, starts }) => (
          <Radio key={day} value={day} isDisabled={starts.length === 0} className={optionClass}>
            <span>{dayText(day)}</span>
            <span className="text-s">{state === 'open' ? starts.length : t(`dayState.${state}`)}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

function Times({ day, value, onChange }: { day: FreeDay; value: string | null; onChange: (at: string) => void }) {
  const t = useTexts('fittingTime');
  return (
    <RadioGroup value={value} onChange={onChange} className="grid gap-1">
      <Label className="text-s text-quiet">{t('time')}</Label>
      <div className="flex flex-wrap gap-2">
        {day.starts.map(({ at, time }) => (
          <Radio key={at} value={at} className={`number ${optionClass}`}>
            {time}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

export function VehicleChoice({ value, onChange }: { value: Vehicle; onChange: (value: Vehicle) => void }) {
  const t = useTexts('fittingTime');
  const options = vehicles.map((vehicle) => ({ value: vehicle, label: t(`vehicle.${vehicle}`) }));
  return <Choice label={t('vehicleOf')} value={value} onChange={onChange} options={options} />;
}
