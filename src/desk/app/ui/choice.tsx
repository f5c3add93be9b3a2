import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';

type Props<Value extends string> = {
  label: string;
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; isDisabled?: boolean }[];
  optionClass?: string;
};

export function Choice<Value extends string>({ label, value, onChange, options, optionClass = 'px-4' }: Props<Value>) {
  return (
    <RadioGroup value={value} onChange={(next) => onChange(next as Value)} className="grid gap-1">
      <Label className="text-s text-quiet">{label}</Label>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            isDisabled={option.isDisabled}
            className={`grid min-h-12 min-w-12 cursor-pointer place-items-center rounded-md border-2 border-edge bg-sheet data-selected:border-ink data-selected:bg-ink data-selected:text-paper focus-visible:outline-3 focus-visible:outline-offset-2 ${optionClass}`}
          >
            {option.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
