import { useState } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import type { Vehicle } from '../../../../shop/fitting/work.ts';
import type { Refused } from '../../client/api.ts';
import { useTexts } from '../../client/texts.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { TimePicker, useFittingTimes, VehicleChoice, WorkFacts } from '../../ui/fitting/fitting-times.tsx';
import { useFormat } from '../../ui/format.ts';
import { hasErrorAt, Problem } from '../../ui/problem.tsx';
import type { Item } from './order-items.tsx';

type FittingOrder = { branch: string; items: readonly Item[]; paymentMethod: string; isWanted: boolean };

/** `isOtherSetStored`: the shop stores the buyer's other wheels. `agreesTimeLater`: buyer and shop agree a time after the order. */
type Wishes = { vehicle: Vehicle; plate: string; isOtherSetStored: boolean; agreesTimeLater: boolean };

const noWishes: Wishes = { vehicle: 'car', plate: '', isOtherSetStored: false, agreesTimeLater: false };

type FittingChoice = ReturnType<typeof useFittingChoice>;

/** Keeps the choices for fitting in a new order. `fields`: their part of the request that places the order. */
export function useFittingChoice({ branch, items, paymentMethod, isWanted }: FittingOrder) {
  const [wishes, setWishes] = useState(noWishes);
  const { vehicle, plate, isOtherSetStored, agreesTimeLater } = wishes;
  const itemList = items.map(({ tire, count }) => `${tire.id}:${count}`).join(',');
  const parameters = new URLSearchParams({ branch, items: itemList, vehicle, method: paymentMethod });
  const times = useFittingTimes(isWanted && items.length > 0 ? `/api/fitting/times?${parameters}` : null);
  const { selectedStart } = times;
  const hasTime = isWanted && !agreesTimeLater && selectedStart !== null;
  return {
    times,
    wishes,
    change: (changes: Partial<Wishes>) => setWishes({ ...wishes, ...changes }),
    areTimesLoading: isWanted && !agreesTimeLater && items.length > 0 && times.query.data === undefined,
    fields: {
      plate: isWanted && plate.trim() !== '' ? plate : null,
      fitting: hasTime ? { at: selectedStart, vehicle, storage: isOtherSetStored } : null,
    },
  };
}

type Props = {
  choice: FittingChoice;
  mayAgreeTimeLater: boolean;
  refused: Refused | null;
};

export function FittingFields({ choice, mayAgreeTimeLater, refused }: Props) {
  const t = useTexts('sell');
  const { wishes, change } = choice;
  const { vehicle, plate, isOtherSetStored, agreesTimeLater } = wishes;
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={t('plate')}
          value={plate}
          onChange={(value) => change({ plate: value })}
          maxLength={12}
          error={hasErrorAt(refused, 'plate') ? t('checkField') : undefined}
        />
        <VehicleChoice value={vehicle} onChange={(value) => change({ vehicle: value })} />
      </div>
      {!agreesTimeLater && <AppointmentTime choice={choice} />}
      <div className="flex flex-wrap gap-x-6">
        {mayAgreeTimeLater && (
          <Checkbox
            label={t('agreeLater')}
            value={agreesTimeLater}
            onChange={(value) => change({ agreesTimeLater: value })}
          />
        )}
        <Checkbox
          label={t('storage')}
          value={isOtherSetStored}
          onChange={(value) => change({ isOtherSetStored: value })}
        />
      </div>
    </div>
  );
}

function AppointmentTime({ choice: { times } }: { choice: FittingChoice }) {
  const t = useTexts('sell');
  const fittingTexts = useTexts('fittingTime');
  const { dayAndTime } = useFormat();
  const { selectedStart, query } = times;
  if (query.error) return <Problem refused={query.error} />;
  if (!query.data) return null;
  const { reason: noTimesReason, work } = query.data;
  if (noTimesReason !== null || !work)
    return <p>{noTimesReason === 'out-of-stock' ? t('tooFew') : fittingTexts('byPhone')}</p>;
  if (selectedStart === null) return <p role="status">{fittingTexts('noneFree')}</p>;
  return (
    <Disclosure className="grid gap-3">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className="number text-l font-semibold">{dayAndTime(selectedStart)}</span>
        <WorkFacts work={work} />
      </p>
      <Heading>
        <AriaButton slot="trigger" className={buttonClass()}>
          {t('otherTime')}
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <TimePicker times={times} />
      </DisclosurePanel>
    </Disclosure>
  );
}
