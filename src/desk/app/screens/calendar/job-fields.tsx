import { selectableMinutes, type Vehicle } from '../../../../shop/fitting/work.ts';
import { useTexts } from '../../client/texts.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Choice } from '../../ui/choice.tsx';
import { VehicleChoice } from '../../ui/fitting/fitting-times.tsx';
import { Select } from '../../ui/select.tsx';
import { Stepper } from '../../ui/stepper.tsx';

/** `rim` in inches. `minutes` empty: the duration of the price list. */
export type Job = { vehicle: Vehicle; wheels: string; rim: number; runFlat: boolean; minutes: string };

export function JobFields({ job, onChange }: { job: Job; onChange: (job: Job) => void }) {
  const t = useTexts('calendar');
  return (
    <>
      <VehicleChoice value={job.vehicle} onChange={(vehicle) => onChange({ ...job, vehicle })} />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Choice
          label={t('label.wheels')}
          value={job.wheels}
          onChange={(wheels) => onChange({ ...job, wheels })}
          options={['4', '2', '1', '8'].map((value) => ({ value, label: value }))}
        />
        <Stepper
          label={t('label.rim')}
          value={job.rim}
          min={10}
          max={30}
          onChange={(rim) => onChange({ ...job, rim })}
        />
        <Select
          label={t('label.minutes')}
          value={job.minutes}
          onChange={(minutes) => onChange({ ...job, minutes })}
          options={[
            { value: '', label: t('byPriceList') },
            ...selectableMinutes.map((count) => ({ value: String(count), label: t('minutes', { count }) })),
          ]}
        />
        <Checkbox label={t('runFlat')} value={job.runFlat} onChange={(runFlat) => onChange({ ...job, runFlat })} />
      </div>
    </>
  );
}
