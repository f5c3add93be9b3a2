import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FittingSlots } from '../../../../shop/fitting/slots-answer.ts';
import type { Appointment } from '../../../../shop/order/order-view.ts';
import { type ApiError, callOrderApi } from '../../../client/api-client.ts';
import { readSlots } from '../../../client/fitting-slots.ts';
import type { OrderKey } from '../../../client/stores/stored.ts';
import { daysAtOnce, FittingDays, NearestStarts } from '../../../ui/fitting/fitting-days.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import type { AppointmentActions } from './use-appointment.ts';

type Props = {
  /** The newest appointment of the order; null: there was never one. */
  appointment: Appointment | null;
  orderKey: OrderKey;
  phone: string;
  actions: AppointmentActions;
  onBooked: () => void;
};

const vehicles = ['car', 'suv', 'van'] as const;

export function ChooseTime({ appointment, orderKey, phone, actions, onBooked }: Props) {
  const t = useTranslations('fittingTime');
  const current = appointment?.state === 'booked' ? appointment : null;
  const [wantedVehicle, setWantedVehicle] = useState<string | null>(appointment?.vehicle ?? null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [hasStoredSet, setHasStoredSet] = useState(appointment?.storage ?? false);
  const [wantsEarlierTime, setWantsEarlierTime] = useState(current?.earlier ?? false);
  const [isTimeMissing, setIsTimeMissing] = useState(false);
  const [daysToLoad, setDaysToLoad] = useState(daysAtOnce);
  const slots = useQuery(orderSlotsQuery(orderKey, { vehicle: wantedVehicle, daysToLoad }));
  const { refusal, isBusy } = actions;
  const nearest = refusal?.code === 'slot-taken' ? (refusal.problem.starts ?? []) : [];

  const alertBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal || isTimeMissing) alertBox.current?.focus();
  }, [refusal, isTimeMissing]);

  if (slots.isPending) return <p className="mt-3">{t('form.loading')}</p>;
  if (slots.isError)
    return (
      <LoadFailure
        text={t('form.failed')}
        retryText={t('form.retry')}
        onRetry={() => void slots.refetch()}
        className="mt-3"
      />
    );
  const { reason, days, nextDay } = slots.data;
  // The server may decide on another vehicle (tires marked C are for vans). Placeholder data are of the previous choice.
  const vehicle = slots.isPlaceholderData && wantedVehicle ? wantedVehicle : slots.data.vehicle;
  // If the chosen vehicle cannot be booked online, the buyer may choose another.
  const mayChooseVehicle = reason === null || (reason === 'by-phone' && wantedVehicle !== null);
  const isNearest = chosen !== null && nearest.includes(chosen);
  const isChosenFree = isNearest || days.some(({ starts }) => starts.some(({ at }) => at === chosen));
  const hasChangedOptions =
    current !== null && (hasStoredSet !== current.storage || wantsEarlierTime !== current.earlier);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // If only the options have changed, the appointment keeps its time.
    const currentTime = hasChangedOptions ? current.at : null;
    const at = isChosenFree ? chosen : currentTime;
    setIsTimeMissing(at === null);
    if (at === null || !vehicle) return;
    if (await actions.book({ at, vehicle, storage: hasStoredSet, earlier: wantsEarlierTime })) onBooked();
  }

  const submitKey = current ? 'form.move' : 'form.book';
  const radioGroup = {
    name: 'fitting-at',
    chosen: isChosenFree ? chosen : null,
    onChange: (at: string) => {
      setChosen(at);
      setIsTimeMissing(false);
    },
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 grid gap-6">
      <div ref={alertBox} role="alert" tabIndex={-1} className="empty:hidden">
        {refusal && <AppointmentRefusal error={refusal} phone={phone} />}
        {isTimeMissing && <p className="border-s-4 border-bad bg-paper p-4 font-semibold">{t('form.choose')}</p>}
      </div>
      {mayChooseVehicle && <Vehicles vehicle={vehicle ?? wantedVehicle} onChange={setWantedVehicle} />}
      {reason === null ? (
        <>
          <fieldset
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a fieldset may be one (ARIA in HTML)
            role="radiogroup"
            aria-required
            aria-invalid={isTimeMissing ? true : undefined}
            className="grid gap-5"
          >
            <legend className="mb-3 text-l font-semibold">{t('form.time')}</legend>
            <NearestStarts starts={nearest} {...radioGroup} />
            <FittingDays
              days={days}
              startsShownAbove={nearest}
              onMore={nextDay === null ? null : setDaysToLoad}
              {...radioGroup}
            />
          </fieldset>
          <div className="grid gap-2">
            <Checkbox label={t('form.storage')} checked={hasStoredSet} onChange={setHasStoredSet} />
            <Checkbox label={t('form.earlier')} checked={wantsEarlierTime} onChange={setWantsEarlierTime} />
          </div>
          <button type="submit" disabled={isBusy} className="button button-signal min-h-14 text-l">
            {t(isBusy ? 'form.busy' : submitKey)}
          </button>
        </>
      ) : (
        <p>{t(reason === 'too-late' ? 'refusal.too-late' : 'refusal.by-phone', { phone })}</p>
      )}
    </form>
  );
}

/** `vehicle` null: the vehicle of the order's appointment. `daysToLoad`: the number of days with free times. */
type SlotRequest = { vehicle: string | null; daysToLoad: number };

/** Free fitting times for an order; the time of its own appointment counts as free. */
const orderSlotsQuery = (orderKey: OrderKey, { vehicle, daysToLoad }: SlotRequest) =>
  queryOptions({
    queryKey: ['order-fitting', orderKey.number, orderKey.token, vehicle, daysToLoad],
    queryFn: () => {
      const read = (from: string | null) => {
        const search = new URLSearchParams({ ...(vehicle && { vehicle }), ...(from && { from }) });
        return callOrderApi<FittingSlots>(orderKey, `/fitting?${search}`);
      };
      return readSlots(read, { openDays: daysToLoad });
    },
    placeholderData: keepPreviousData,
  });

function Vehicles({ vehicle, onChange }: { vehicle: string | null; onChange: (vehicle: string) => void }) {
  const t = useTranslations('fittingTime');
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('form.vehicle')}</legend>
      <div className="flex flex-wrap gap-2">
        {vehicles.map((id) => (
          <label key={id} className="choice-card start-choice flex-auto">
            <input
              type="radio"
              name="fitting-vehicle"
              value={id}
              checked={vehicle === id}
              onChange={() => onChange(id)}
              className="sr-only"
            />
            <span className="inline-block first-letter:uppercase">{t(`vehicle.${id}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Checkbox({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="choice !mt-0"
      />
      {label}
    </label>
  );
}

const codesWithText = ['slot-taken', 'too-late', 'by-phone', 'too-many-appointments', 'too-many-requests'] as const;

export function AppointmentRefusal({ error, phone }: { error: ApiError; phone: string }) {
  const t = useTranslations('fittingTime.refusal');
  const key = codesWithText.find((code) => code === error.code) ?? 'fault';
  return <p className="border-s-4 border-bad bg-paper p-4 font-semibold">{t(key, { phone })}</p>;
}
