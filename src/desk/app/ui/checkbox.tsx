import { Checkbox as AriaCheckbox } from 'react-aria-components';

type Props = { label: string; value: boolean; onChange: (value: boolean) => void };

export function Checkbox({ label, value, onChange }: Props) {
  return (
    <AriaCheckbox
      isSelected={value}
      onChange={onChange}
      className="group flex min-h-12 cursor-pointer items-center gap-3 data-focus-visible:outline-3 data-focus-visible:outline-offset-2"
    >
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-sm border-2 border-edge bg-sheet group-data-selected:border-ink group-data-selected:bg-ink group-data-selected:text-paper"
      >
        {value ? '✓' : ''}
      </span>
      {label}
    </AriaCheckbox>
  );
}
