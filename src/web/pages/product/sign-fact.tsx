import type { ReactNode } from 'react';
import { PartNumber } from '../../ui/part-number.tsx';

type Props = {
  /** Of the part of the size in the drawing of the sidewall. */
  number?: number;
  sign: ReactNode;
  meaning: ReactNode;
  value?: ReactNode;
};

/** A sign as it stands on the rubber, its meaning, and its value in units where it has one. */
export function SignFact({ number, sign, meaning, value }: Props) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-line py-2.5 sm:grid-cols-[7.5rem_1fr_auto]">
      <dt className="tabular flex items-baseline gap-2 font-semibold">
        {number && <PartNumber number={number} />}
        {sign}
      </dt>
      <dd
        className={`text-quiet max-sm:order-1 max-sm:col-span-2 max-sm:text-s ${value === undefined ? 'col-span-2' : ''}`}
      >
        {meaning}
      </dd>
      {value !== undefined && <dd className="tabular text-end font-semibold">{value}</dd>}
    </div>
  );
}
