import type { ReactNode } from 'react';
import { Checkbox } from 'react-aria-components';

type Props = { isSelected: boolean; onChange: (isSelected: boolean) => void; children: ReactNode };

/** A box to tick, as large as a finger. */
export function Tick({ isSelected, onChange, children }: Props) {
  return (
    <Checkbox
      isSelected={isSelected}
      onChange={onChange}
      className="group flex min-h-12 cursor-pointer items-center gap-3"
    >
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-sm border-2 border-edge bg-sheet group-data-selected:border-ink group-data-selected:bg-ink group-data-selected:text-paper"
      >
        {isSelected ? '✓' : ''}
      </span>
      {children}
    </Checkbox>
  );
}
