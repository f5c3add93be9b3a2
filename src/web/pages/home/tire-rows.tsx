import { useDeferredValue } from 'react';
import type { Product } from '../../../shop/catalog/tire.ts';
import { TireRow } from './tire-row.tsx';

/** Rows that fit on a screen, and a few more. */
const inSight = 8;

type Props = {
  tires: readonly Product[];
  /** These are still those of the choice before. */
  outdated: boolean;
  interactive: boolean;
};

/** The rows of a list. Of a new one those in sight are painted at once and the others right after them. */
export function TireRows({ tires, outdated, interactive }: Props) {
  const isNew = useDeferredValue(tires) !== tires;
  return (
    <ul className={`divide-y divide-line border-y border-line ${outdated ? 'opacity-60' : ''}`}>
      {(isNew ? tires.slice(0, inSight) : tires).map((tire) => (
        <TireRow key={tire.id} tire={tire} interactive={interactive} />
      ))}
    </ul>
  );
}
