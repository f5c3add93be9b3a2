import type { EuLabel } from '../../../shop/catalog/tire.ts';

const colours = {
  A: 'bg-class-a',
  B: 'bg-class-b',
  C: 'bg-class-c',
  D: 'bg-class-d',
  E: 'bg-class-e',
} satisfies Record<NonNullable<EuLabel['fuel']>, string>;

/** A class of the EU label in its colour; where there is none, the words that say why. */
export function LabelClass({ value, none }: { value: EuLabel['fuel']; none: string }) {
  if (!value) return none;
  return (
    <span className={`label-arrow inline-grid h-7 w-10 place-items-center pe-2 font-bold text-black ${colours[value]}`}>
      {value}
    </span>
  );
}
