import { useState } from 'react';
import type { DeskLine } from '../../../../shop/desk/order/desk-order.ts';
import { Stepper } from '../stepper.tsx';

/** Keeps a count for each line. `counts`: by the line's position. `tires`: counts above 0, as a request sends them. */
export function useCounts(lines: readonly DeskLine[], initialCount: (line: DeskLine) => number) {
  const [counts, setCounts] = useState(() => new Map(lines.map((line) => [line.position, initialCount(line)])));
  const tires = lines
    .map((line) => ({ id: line.tireId, count: counts.get(line.position) ?? 0 }))
    .filter(({ count }) => count > 0);
  return { counts, setCounts, tires };
}

type Props = {
  lines: readonly DeskLine[];
  counts: ReadonlyMap<number, number>;
  onChange: (counts: Map<number, number>) => void;
  max: (line: DeskLine) => number;
};

export function CountedLines({ lines, counts, onChange, max }: Props) {
  return (
    <ul>
      {lines.map((line) => (
        <li
          key={line.position}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
        >
          <span className="font-semibold">
            {line.title} <span className="number whitespace-nowrap">{line.size}</span>
            {line.shelf && <span className="block font-normal text-quiet">{line.shelf}</span>}
          </span>
          <Stepper
            label={`${line.title} ${line.size}`}
            hidesLabel
            value={counts.get(line.position) ?? 0}
            max={max(line)}
            onChange={(count) => onChange(new Map(counts).set(line.position, count))}
          />
        </li>
      ))}
    </ul>
  );
}
