import type { WholeLabel } from '../../shop/catalog/label.ts';

const colours: Record<WholeLabel['fuel'], string> = {
  A: 'fill-class-a',
  B: 'fill-class-b',
  C: 'fill-class-c',
  D: 'fill-class-d',
  E: 'fill-class-e',
};

/** The label folded up: the range of classes, and an arrow in the colour of the fuel class with its letter. */
export function LabelArrow({ fuel, height = 32 }: { fuel: WholeLabel['fuel']; height?: number }) {
  return (
    <svg
      viewBox="0 0 64 32"
      width={height * 2}
      height={height}
      aria-hidden="true"
      className="shrink-0 font-bold"
      textAnchor="middle"
    >
      <use href="#label-arrow" className={colours[fuel]} />
      <text x="36" y="24" fontSize="22" className="label-letter fill-black">
        {fuel}
      </text>
    </svg>
  );
}
