import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { FittingSlots } from '../../../shop/fitting/slots-answer.ts';
import { tallinnDate } from '../../../shop/tallinn-date.ts';
import { type FittingJob, fittingSlotsQuery } from '../../client/fitting-slots.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { daysAtOnce, FittingDays, NearestStarts } from '../../ui/fitting/fitting-days.tsx';
import { errorCode, FieldError } from '../../ui/form/form-fields.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { useDayText } from '../../ui/locale.ts';
import { callMe, type OrderFields } from './order-fields.ts';

const field = 'fitting.at';

type Props = { job: FittingJob | null; nearestStarts: readonly string[] };

/** Asks for the fitting time. `job` null: no vehicle is chosen yet. `nearestStarts`: in place of a taken time. */
export function FittingTimes({ job, nearestStarts }: Props) {
  const t = useTranslations('orderFitting');
  const legend = useTranslations('order')('fittingTime');
  const { watch, setValue, clearErrors, formState } = useFormContext<OrderFields>();
  const code = errorCode(formState.errors, field);
  const chosen = watch(field) ?? '';
  function choose(value: string) {
    setValue(field, value, { shouldValidate: true, shouldDirty: true });
    if (value === callMe) clearErrors('fitting.vehicle');
  }
  return (
    <>
      <fieldset
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a fieldset may be one (ARIA in HTML)
        role="radiogroup"
        id="field-fitting-at"
        tabIndex={-1}
        aria-required
        aria-invalid={code ? true : undefined}
        aria-describedby={code ? 'field-fitting-at-error' : undefined}
        className="grid gap-3"
      >
        <legend className="mb-2 font-semibold">{legend}</legend>
        {job ? (
          <Times job={job} nearestStarts={nearestStarts} chosen={chosen} onChoose={choose} />
        ) : (
          <>
            <CallMe chosen={chosen} onChoose={choose} />
            <p className="text-quiet">{t('chooseVehicle')}</p>
          </>
        )}
        {/* `TimeTooEarly` beside the payment methods announces a time that is too early. */}
        <FieldError field={field} code={code} label={legend} role={code === 'taken' ? 'alert' : undefined} />
      </fieldset>
      {isTime(chosen) && <Wishes />}
    </>
  );
}

const isTime = (value: string) => value !== '' && value !== callMe;

type TimesProps = {
  job: FittingJob;
  nearestStarts: readonly string[];
  chosen: string;
  onChoose: (value: string) => void;
};

function Times({ job, nearestStarts, chosen, onChoose }: TimesProps) {
  const t = useTranslations('orderFitting');
  const tOrder = useTranslations('order');
  const dayText = useDayText();
  const [daysToLoad, setDaysToLoad] = useState(daysAtOnce);
  const dayOf = (start: string) => tallinnDate(new Date(start));
  const chosenStarts = isTime(chosen) ? [chosen] : [];
  const lastNeededDay = [...chosenStarts, ...nearestStarts].map(dayOf).sort().at(-1) ?? null;
  const { data, isError, isPlaceholderData, refetch } = useQuery(
    fittingSlotsQuery(job, { openDays: daysToLoad, through: lastNeededDay }),
  );
  useClearLostTime(isPlaceholderData ? undefined : data, chosen);
  const call = <CallMe chosen={chosen} onChoose={onChoose} />;
  if (isError) {
    return (
      <>
        {call}
        <LoadFailure text={t('failed')} retryText={tOrder('retry')} onRetry={() => void refetch()} />
      </>
    );
  }
  if (!data) return <div className="min-h-96">{call}</div>;
  if (data.reason) {
    return (
      <>
        {call}
        <p>{t(data.reason === 'out-of-stock' ? 'outOfStock' : 'byPhone')}</p>
      </>
    );
  }
  const freeStarts = data.days.flatMap(({ day, starts }) => starts.map((start) => ({ ...start, day })));
  const freeNearest = nearestStarts.filter((nearest) => freeStarts.some(({ at }) => at === nearest));
  const soonest = freeNearest.length === 0 ? freeStarts[0] : undefined;
  const shownAbove = soonest ? [soonest.at] : freeNearest;
  // False without any free time, so that the days are shown as full.
  const areAllShownAbove = freeStarts.length > 0 && freeStarts.length === shownAbove.length && data.nextDay === null;
  const radioGroup = { name: field, chosen, onChange: onChoose };
  return (
    <div aria-busy={isPlaceholderData} className="grid gap-5 aria-busy:opacity-60">
      <NearestStarts starts={freeNearest} {...radioGroup} />
      <div className="grid gap-3 sm:grid-cols-2">
        {soonest && (
          <TimeCard
            value={soonest.at}
            chosen={chosen}
            onChoose={onChoose}
            label={t('soonest')}
            detail={t('dayAndTime', { day: dayText(soonest.day), time: soonest.time })}
          />
        )}
        {call}
      </div>
      {!areAllShownAbove && (
        <>
          <h3 className="font-semibold">{t('others')}</h3>
          <FittingDays
            days={data.days}
            startsShownAbove={shownAbove}
            onMore={data.nextDay === null ? null : setDaysToLoad}
            {...radioGroup}
          />
        </>
      )}
    </div>
  );
}

/** Clears a time that is no longer free. The error is `early` if its day is before the earliest, otherwise `taken`. */
function useClearLostTime(data: FittingSlots | undefined, chosen: string) {
  const { setValue, setError } = useFormContext<OrderFields>();
  useEffect(() => {
    if (!data || !isTime(chosen)) return;
    if (data.days.some(({ starts }) => starts.some(({ at }) => at === chosen))) return;
    const isEarly = data.earliest !== null && tallinnDate(new Date(chosen)) < data.earliest;
    setValue(field, '');
    setError(field, { message: isEarly ? 'early' : 'taken' });
  }, [data, chosen, setValue, setError]);
}

type CardProps = { value: string; chosen: string; onChoose: (value: string) => void; label: string; detail: ReactNode };

function TimeCard({ value, chosen, onChoose, label, detail }: CardProps) {
  return (
    <label className="choice-card flex gap-3 p-4">
      <input
        type="radio"
        name={field}
        value={value}
        checked={chosen === value}
        onChange={() => onChoose(value)}
        className="choice"
      />
      <span className="min-w-0">
        <span className="block font-semibold">{label}</span>
        <span className="block text-s text-quiet first-letter:uppercase">{detail}</span>
      </span>
    </label>
  );
}

function CallMe(props: Pick<CardProps, 'chosen' | 'onChoose'>) {
  const t = useTranslations('orderFitting');
  return <TimeCard value={callMe} label={t('call')} detail={t('callDetail')} {...props} />;
}

function Wishes() {
  const t = useTranslations('orderFitting');
  const { register, watch } = useFormContext<OrderFields>();
  const { branches } = usePageContext().shopConfig;
  const storesTires = branches.find(({ id }) => id === watch('branch'))?.services.includes('storage');
  return (
    <div className="grid gap-2">
      {storesTires && (
        <label className="flex min-h-11 items-start gap-3">
          <input type="checkbox" className="choice" {...register('fitting.storage')} />
          {t('storage')}
        </label>
      )}
      <label className="flex min-h-11 items-start gap-3">
        <input type="checkbox" className="choice" {...register('fitting.earlier')} />
        {t('earlier')}
      </label>
    </div>
  );
}
