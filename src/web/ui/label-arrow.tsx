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
      <path d="M.5.5h15.5v31H.5z" className="fill-none stroke-current" />
      <path d="M8.25 19.5v-7m-2.5 2.5 2.5-2.5 2.5 2.5" className="fill-none stroke-current" />
      <g fontSize="10" className="fill-current">
        <text x="8.25" y="10.5">
          A
        </text>
        <text x="8.25" y="29">
          E
        </text>
      </g>
      <path d="M16.5.5H51L63.5 16 51 31.5H16.5z" className={`stroke-current ${colours[fuel]}`} />
      <text x="36" y="24" fontSize="22" className="label-letter fill-black">
        {fuel}
      </text>
    </svg>
  );
}
